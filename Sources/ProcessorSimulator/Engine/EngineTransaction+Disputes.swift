import Processor
import TimeKit

extension Dispute {
    /// Whether the bank has withdrawn the disputed money and has not returned it.
    var holdsMoney: Bool { [.needsResponse, .underReview, .lost].contains(status) }
    /// Whether the bank has only opened an inquiry, without withdrawing money.
    var isInquiry: Bool {
        [.warningNeedsResponse, .warningUnderReview, .warningClosed].contains(status)
    }
}

extension EngineTransaction {
    /// Opens a dispute about a charge, as the donor's bank would. The bank withdraws the money, and the
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
        let written = try put(dispute)
        try emit("charge.dispute.created", written)
        if !inquires { try emit("charge.dispute.funds_withdrawn", written) }
        try schedule(.disputeDecision, of: dispute.id, at: dueBy)
        return written
    }

    private func reason(of charge: Charge) -> String {
        charge.card.flatMap(TestMethod.special)?.disputeReason ?? "fraudulent"
    }

    func submit(evidence: String, for id: String) throws -> Written<Dispute> {
        var dispute = try inPath(Dispute.self, id)
        guard dispute.status == .needsResponse || dispute.status == .warningNeedsResponse else {
            throw Executed(.invalid("This dispute no longer accepts evidence."))
        }
        guard !evidence.isEmpty, evidence.count <= 150_000 else {
            throw ProcessorError.invalid(
                "parameter_invalid_empty", "Evidence must have 1 to 150,000 characters.",
                parameter: "evidence")
        }
        dispute.evidence = evidence
        dispute.status = dispute.isInquiry ? .warningUnderReview : .underReview
        let written = try put(dispute)
        try emit("charge.dispute.updated", written)
        if evidence == Self.winningEvidence || evidence == Self.losingEvidence {
            try schedule(.disputeDecision, of: id, at: now)
        }
        return written
    }

    /// Closes a dispute, which means that the platform accepts it as lost.
    func close(dispute id: String) throws -> Written<Dispute> {
        let dispute = try inPath(Dispute.self, id)
        guard !dispute.status.isFinal else {
            throw Executed(.invalid("This dispute is already closed."))
        }
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
        let written = try put(dispute)
        try emit("charge.dispute.closed", written)
        if wins, !wasInquiry { try emit("charge.dispute.funds_reinstated", written) }
        return written
    }

    private static let winningEvidence = "winning_evidence"
    private static let losingEvidence = "losing_evidence"
}
