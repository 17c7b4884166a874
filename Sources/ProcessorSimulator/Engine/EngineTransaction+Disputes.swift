import Processor
import TextKit
import TimeKit

extension Dispute {
    /// Whether the bank has withdrawn the disputed money and has not returned it.
    var holdsMoney: Bool { [.needsResponse, .underReview, .lost].contains(status) }
    /// Whether the bank has only opened an inquiry, without withdrawing money.
    var isInquiry: Bool {
        [.warningNeedsResponse, .warningUnderReview, .warningClosed].contains(status)
    }
    /// Whether the account can still submit evidence.
    var needsResponse: Bool { status == .needsResponse || status == .warningNeedsResponse }
}

extension EngineTransaction {
    /// Opens a dispute about a charge, as the payer's bank would. The bank withdraws the money, and the
    /// processor charges a fee. For an inquiry, no money is withdrawn and no fee is charged.
    ///
    /// Source: Stripe documentation, "How disputes work", "Testing".
    ///
    /// - Parameters:
    ///   - chargeID: The id of the charge.
    ///   - part: The disputed amount in minor units, or nil for everything that was not refunded.
    /// - Returns: The dispute. Nil if the charge does not exist, was already disputed or was refunded
    ///   completely, or if the amount is not positive or exceeds the part that was not refunded.
    @discardableResult
    func disputeArrives(_ chargeID: String, amount part: Int64? = nil) throws -> Written<Dispute>? {
        guard var charge = try booked(chargeID), !charge.disputed else { return nil }
        let left = charge.amountCaptured - charge.amountRefunded
        let amount = part ?? left
        guard amount > 0, amount <= left else { return nil }
        let inquires = TestMethod.behavior(of: charge.card) == .isInquired
        var dispute = Dispute(
            id: try newID("dp"), created: now, amount: amount, currency: charge.currency,
            status: inquires ? .warningNeedsResponse : .needsResponse,
            reason: inquires ? "general" : reason(of: charge), charge: charge.id)
        dispute.paymentIntent = charge.paymentIntent
        let dueBy = now.adding(seconds: configuration.disputeLife)
        dispute.dueBy = dueBy
        if !inquires {
            let withdrawal = try book(
                .adjustment, of: account, -amount, fee: configuration.disputeFeeMinor, charge.currency,
                source: dispute.id, availableOn: now)
            dispute.balanceTransactions = [withdrawal.id]
        }
        charge.disputed = true
        try put(charge)
        let written = try emit("charge.dispute.created", put(dispute))
        if !inquires { try emit("charge.dispute.funds_withdrawn", written) }
        try schedule(.disputeDecision, of: dispute.id, at: dueBy)
        return written
    }

    private func reason(of charge: Charge) -> String {
        charge.card.flatMap(TestMethod.special)?.disputeReason ?? "fraudulent"
    }

    /// Submits a text as evidence, together with the evidence that is staged for the dispute.
    func submit(evidence: String, for id: String) throws -> Written<Dispute> {
        let dispute = try inPath(Dispute.self, id)
        try expectResponse(to: dispute)
        try require(
            !evidence.isEmpty && evidence.count <= 150_000, "parameter_invalid_empty",
            "Evidence must have 1 to 150,000 characters.",
            parameter: "evidence")
        if try hasStagedEvidence(for: id) {
            try stage(["uncategorized_text": evidence], for: dispute)
        }
        return try submit(dispute, evidence)
    }

    /// Submits the evidence that is staged for a dispute.
    func submitStagedEvidence(for dispute: Dispute) throws -> Written<Dispute> {
        let text = try kept(for: dispute.id)?["evidence"]?["uncategorized_text"].string
        return try submit(dispute, text ?? "")
    }

    /// - Parameter text: The text of the evidence, or an empty string if the evidence has only other fields.
    private func submit(_ dispute: Dispute, _ text: String) throws -> Written<Dispute> {
        var dispute = dispute
        dispute.evidence = text
        dispute.status = dispute.isInquiry ? .warningUnderReview : .underReview
        let written = try emit("charge.dispute.updated", put(dispute))
        if text == Self.winningEvidence || text == Self.losingEvidence {
            try schedule(.disputeDecision, of: dispute.id, at: now)
        }
        return written
    }

    /// Stores evidence without submitting it. Each field replaces the staged field with the same name, and a
    /// field that is null removes it.
    func stage(_ evidence: JSONObject, for dispute: Dispute) throws {
        try expectResponse(to: dispute)
        var parameters = try kept(for: dispute.id) ?? JSONObject()
        parameters.lay(["evidence": evidence.tree])
        try keep(parameters, for: dispute.id)
    }

    /// Returns whether evidence was staged for a dispute, even if it has been submitted since.
    func hasStagedEvidence(for id: String) throws -> Bool {
        try kept(for: id)?["evidence"]?.hasContent ?? false
    }

    /// Throws an error if evidence was already submitted, or if the dispute is closed.
    private func expectResponse(to dispute: Dispute) throws {
        try expect(dispute.needsResponse, "This dispute no longer accepts evidence.")
    }

    /// Closes a dispute, which means that the platform accepts it as lost.
    func close(dispute id: String) throws -> Written<Dispute> {
        let dispute = try inPath(Dispute.self, id)
        try expect(!dispute.status.isFinal, "This dispute is already closed.")
        return try decide(dispute, wins: false)
    }

    /// Closes a dispute when the bank decides, or when the deadline for evidence passes. The dispute is won
    /// if its evidence is the text `winning_evidence`, and lost otherwise. An inquiry is closed without being
    /// won or lost.
    func disputeEnds(_ id: String) throws {
        guard let dispute = try find(Dispute.self, id), !dispute.status.isFinal else { return }
        try decide(dispute, wins: dispute.evidence == Self.winningEvidence)
    }

    @discardableResult
    private func decide(_ dispute: Dispute, wins: Bool) throws -> Written<Dispute> {
        var dispute = dispute
        let wasInquiry = dispute.isInquiry
        dispute.status = wasInquiry ? .warningClosed : wins ? .won : .lost
        if wins, !wasInquiry {
            let reinstated = try book(
                .adjustment, of: account, dispute.amount, dispute.currency, source: dispute.id,
                availableOn: now)
            dispute.balanceTransactions.append(reinstated.id)
        }
        let written = try emit("charge.dispute.closed", put(dispute))
        if wins, !wasInquiry { try emit("charge.dispute.funds_reinstated", written) }
        return written
    }

    private static let winningEvidence = "winning_evidence"
    private static let losingEvidence = "losing_evidence"
}

extension JSONTree {
    /// Whether the value is not null and, if it is an object or array, contains a value that is not null.
    fileprivate var hasContent: Bool {
        switch self {
        case .null: false
        case .array(let elements): elements.contains(where: \.hasContent)
        case .object(let members): members.contains { $0.value.hasContent }
        default: true
        }
    }
}
