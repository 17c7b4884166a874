import MoneyKit
import Processor
import TimeKit

/// What is held goes to the payee: all at once, or by parts.
extension PaymentDriver {
    /// Decides that a part of what is held of a payment goes to its payee; ``carry(_:)`` sends it.
    ///
    /// - Parameters:
    ///   - amountMinor: In minor units; nil means all that is held.
    ///   - metadata: What else the transfer says at the processor.
    /// - Throws: ``PaymentError`` with code `wrongState` when it is not held, not paid, or disputed; `releaseTooLarge`.
    public func beginRelease(
        of id: String, amountMinor: Int64? = nil, metadata: [String: String] = [:], in unit: Units.Unit
    ) throws -> (PaymentRelease, ProcessorCall) {
        guard var payment = try unit.payment(id) else { throw PaymentError(.notFound, id) }
        guard case .held(let payee) = payment.form else {
            throw PaymentError(.wrongState, "nothing of the payment is held")
        }
        guard payment.state == .succeeded, let charge = payment.charge else {
            throw PaymentError(.wrongState, "the payment is \(payment.state.rawValue)")
        }
        guard !payment.isDisputed else {
            throw PaymentError(.wrongState, "the payer's bank disputes the payment")
        }
        let left = try freeMinor(of: payment, in: unit)
        let amount = amountMinor ?? left
        guard amount > 0, amount <= left else {
            throw PaymentError(
                .releaseTooLarge, "\(Money(left, payment.total.currency).plainText) of the payment is held")
        }
        let release = PaymentRelease(
            id: ids.make("rel"), payment: id, payee: payee, amount: Money(amount, payment.total.currency),
            state: .transferring, created: clock.now())
        try unit.save(release)
        try settle(&payment, in: unit)
        try unit.save(payment)
        let request = request(for: release, from: charge, metadata)
        return (release, try open(request, for: .release(release.id), in: unit))
    }

    /// Decides that a part of a release comes back from the payee and is held again.
    ///
    /// - Parameter amountMinor: In minor units; nil means all that is left of it.
    /// - Throws: ``PaymentError`` with code `notFound`; `releaseTooLarge`.
    public func beginReversal(ofRelease id: String, amountMinor: Int64? = nil, in unit: Units.Unit) throws
        -> ProcessorCall
    {
        guard let release = try unit.release(id) else { throw PaymentError(.notFound, id) }
        let underWay = try unit.calls(about: id).reduce(Int64(0)) { sum, call in
            if case .reverse(_, let amount, _) = call.request { sum + amount } else { sum }
        }
        let left = max(0, release.leftMinor - underWay)
        let amount = amountMinor ?? left
        guard let transfer = release.transfer, amount > 0, amount <= left else {
            throw PaymentError(
                .releaseTooLarge, "\(Money(left, release.amount.currency).plainText) is left of the release")
        }
        let request = CallRequest.reverse(
            transfer: transfer, amount: amount,
            metadata: ["release_id": id, "reversal_id": ids.make("rev")])
        return try open(request, for: .release(id), in: unit)
    }

    private func request(
        for release: PaymentRelease, from charge: String?, _ metadata: [String: String]
    )
        -> CallRequest
    {
        .transfer(
            Transfer.Create(
                amount: release.amount.minorUnits, currency: release.amount.currency,
                destination: release.payee, sourceTransaction: charge, transferGroup: release.payment,
                metadata: metadata.merging(["release_id": release.id, "payment_id": release.payment]) { $1 }))
    }

    /// Books the answer to a release or to its reversal.
    ///
    /// - Parameter answer: Nil where the processor surely never did it.
    func bookRelease(_ answer: CallAnswer?, of id: String, call: ProcessorCall, in unit: Units.Unit) throws
        -> [ProcessorCall]
    {
        guard let release = try unit.release(id) else { throw PaymentError(.notFound, id) }
        switch (call.request, answer) {
        case (.transfer, .transfer(let found)): try book(found, as: release, in: unit)
        case (.transfer(let asked), .refused(let error)):
            if error.code == "balance_insufficient", asked.sourceTransaction != nil,
                try isSpent(release, in: unit)
            {
                // The charge's own money was transferred before and came back: now it is the platform's balance that
                // holds it.
                return [
                    try open(request(for: release, from: nil, asked.metadata), for: .release(id), in: unit)
                ]
            }
            try fail(release, error.code ?? error.message, in: unit)
        case (.transfer, _): try fail(release, PaymentFailure.noAnswer.code, in: unit)
        case (.reverse, .reversal(let found)): try book(found, of: id, in: unit)
        // Not taken back: it stays released.
        default: break
        }
        return []
    }

    /// Whether our own earlier releases explain why the charge of a release has not enough left to transfer. If they do
    /// not, somebody else has transferred its money: it must not be paid a second time.
    private func isSpent(_ release: PaymentRelease, in unit: Units.Unit) throws -> Bool {
        guard let payment = try unit.payment(release.payment) else { return false }
        let transferred = try unit.releases(ofPayment: payment.id).reduce(Int64(0)) {
            $1.transfer == nil ? $0 : $0 + $1.amount.minorUnits
        }
        return transferred + release.amount.minorUnits > payment.total.minorUnits - payment.refundedMinor
    }

    /// Books that a release is on the payee's account, once.
    func book(_ found: Transfer, as before: PaymentRelease, in unit: Units.Unit) throws {
        guard before.transfer == nil else { return }
        var release = before
        release.transfer = found.id
        release.state = .released
        try unit.post(.release(release, transfer: found.id), at: clock.now())
        try keep(release, because: found.id, in: unit)
    }

    /// Books that a part of a release is held again, once.
    private func book(_ found: TransferReversal, of id: String, in unit: Units.Unit) throws {
        guard var release = try unit.release(id),
            try unit.post(
                .releaseReversed(found.amount, of: release, reversal: found.id), at: clock.now())
        else { return }
        release.reversedMinor += found.amount
        if release.reversedMinor == release.amount.minorUnits { release.state = .reversed }
        try keep(release, because: found.id, in: unit)
    }

    private func fail(_ before: PaymentRelease, _ reason: String, in unit: Units.Unit) throws {
        guard before.transfer == nil else { return }
        var release = before
        release.state = .failed
        release.failure = reason
        try keep(release, because: release.id, in: unit)
    }

    /// Keeps what became of a release, and tells its payment.
    func keep(_ release: PaymentRelease, because reference: String, in unit: Units.Unit) throws {
        try unit.save(release)
        guard var payment = try unit.payment(release.payment) else { return }
        try offset(payment, because: reference, in: unit)
        try settle(&payment, in: unit)
        try unit.save(payment)
        try policy.changed(payment, at: clock.now(), in: unit)
    }

    /// Reads a release's transfer anew: it was made, or a part of it was taken back.
    func refresh(release id: String, transfer: String) async throws {
        let found = try await reading { () throws(ProcessorError) in try await processor.transfer(transfer) }
        guard found.metadata["release_id"] == id else { return }
        let reversals = try await reading { () throws(ProcessorError) in
            try await processor.reversals(ofTransfer: transfer)
        }
        try await units.write { unit in
            guard let release = try unit.release(id) else { return }
            try book(found, as: release, in: unit)
            try book(try all(of: reversals), of: id, in: unit)
        }
    }

    /// Books the reversals of a release: parts that are held again, and debts that were collected.
    ///
    /// - Parameter reversals: All of them, newest first.
    func book(_ reversals: [TransferReversal], of id: String, in unit: Units.Unit) throws {
        for reversal in reversals.reversed() {
            guard reversal.metadata["collection_id"] != nil else {
                try book(reversal, of: id, in: unit)
                continue
            }
            guard var release = try unit.release(id), try !unit.isCollecting(from: release.payee) else {
                // The response to the pending collection call will be booked.
                continue
            }
            let owed = try unit.balance(of: .receivable(release.payee), in: reversal.currency)
            let isNew = try unit.post(
                .takenBack(
                    Money(reversal.amount, reversal.currency), from: release.payee, owedMinor: owed,
                    payment: release.payment, reference: reversal.id), at: clock.now())
            guard isNew else { continue }
            release.collectedMinor += reversal.amount
            try unit.save(release)
        }
    }
}

/// Transfers of held money that the books did not request.
extension PaymentDriver {
    /// Returns the release that a transfer of held money is, if its call was lost with the books or somebody made it at the
    /// processor. A new one is saved.
    ///
    /// - Parameter reversals: All reversals of the transfer. What came back is held again.
    /// - Returns: The release, or nil if less money is held here for the destination than was transferred.
    func heldRelease(madeBy found: Transfer, _ reversals: [TransferReversal], in unit: Units.Unit) throws
        -> PaymentRelease?
    {
        guard let payment = try unit.heldPayment(movedBy: found) else { return nil }
        if let known = try unit.releases(ofPayment: payment.id).first(where: { $0.transfer == found.id }) {
            return known
        }
        let back = reversals.reduce(Int64(0)) { $1.metadata["collection_id"] == nil ? $0 + $1.amount : $0 }
        guard payment.state == .succeeded, payment.total.currency == found.currency,
            try !unit.isPosted(.transfer, found.id),
            try heldMinor(of: payment, in: unit) >= found.amount - back
        else { return nil }
        let release = PaymentRelease(
            id: ids.make("rel"), payment: payment.id, payee: found.destination,
            amount: Money(found.amount, found.currency),
            state: .transferring, created: found.created)
        try unit.save(release)
        return release
    }
}

extension PaymentUnit {
    /// The releases of a held payment that have no transfer yet.
    func releasesUnderWay(besideTransfer found: Transfer) throws -> [PaymentRelease] {
        guard let payment = try heldPayment(movedBy: found) else { return [] }
        return try releases(ofPayment: payment.id).filter { $0.state == .transferring }
    }
}

/// What is held, and what of it is promised already.
extension PaymentDriver {
    /// What stands at `held:{payment}` and no transfer is under way for, in minor units.
    func heldMinor(of payment: Payment, in unit: Units.Unit) throws -> Int64 {
        guard case .held = payment.form else { return 0 }
        let held = -(try unit.balance(of: .held(payment.id), in: payment.total.currency))
        return try unit.releases(ofPayment: payment.id).reduce(held) {
            $1.state == .transferring ? $0 - $1.amount.minorUnits : $0
        }
    }

    /// What is held and neither a transfer nor a refund is under way for, in minor units.
    private func freeMinor(of payment: Payment, in unit: Units.Unit) throws -> Int64 {
        var payment = payment
        var held = try heldMinor(of: payment, in: unit)
        for refund in try unit.refunds(ofPayment: payment.id) where refund.isOnItsWay {
            held -= payment.giveBack(refund.amountMinor, heldMinor: 0).shareMinor
        }
        return max(0, held)
    }

    /// Tells by what is held, under way and gone back what of a held payment is the payee's.
    func settle(_ payment: inout Payment, in unit: Units.Unit) throws {
        guard case .held = payment.form, payment.state == .succeeded else { return }
        let releases = try unit.releases(ofPayment: payment.id)
        let held = -(try unit.balance(of: .held(payment.id), in: payment.total.currency))
        if releases.contains(where: { $0.state == .transferring }) {
            payment.settlement = .transferring
        } else if held > 0 {
            payment.settlement = releases.last?.state == .failed ? .failed : .held
        } else {
            payment.settlement = payment.feeBaseMinor >= payment.total.minorUnits ? .reversed : .released
        }
    }
}

extension PaymentRefund {
    /// Asked for, and not booked.
    var isOnItsWay: Bool { (state == .pending || state == .needsReview) && processorRefund == nil }
}
