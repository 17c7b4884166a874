public import DatabaseKit
import MoneyKit
import Processor
import TimeKit

extension PaymentDriver {
    /// Creates a refund and its call, within this transaction. ``executeOrThrow(_:)`` sends the call.
    ///
    /// The refund of a destination charge is taken from the payee's transfer. The refund of a held payment
    /// uses the held money first; the payee then owes the part that was already released
    /// (``collectSoon(from:)``).
    ///
    /// - Parameters:
    ///   - amountMinor: In minor units; nil refunds everything that is left.
    ///   - reason: `duplicate`, `fraudulent` or `requested_by_customer`.
    /// - Throws: ``PaymentError`` with code `wrongState` if the payment is not paid, or disputed, or was
    ///   taken back by the payer's bank; `refundTooLarge`.
    public func beginRefund(of id: String, amountMinor: Int64?, reason: String?, in transaction: Transaction)
        throws
        -> (PaymentRefund, ProcessorCall)
    {
        let payment = try transaction.existingPayment(id)
        guard payment.state == .succeeded else {
            throw PaymentError(.wrongState, "the payment is \(payment.state.rawValue)")
        }
        guard !payment.isDisputed else {
            throw PaymentError(.wrongState, "the donor's bank disputes the payment")
        }
        guard !payment.isLost else {
            throw PaymentError(.wrongState, "the donor's bank has already taken the payment back")
        }
        let onItsWay = try transaction.refunds(ofPayment: id).filter(\.isOnItsWay)
        let left = payment.refundableMinor - onItsWay.reduce(0) { $0 + $1.amountMinor }
        let amount = amountMinor ?? left
        guard amount > 0, amount <= left else {
            let shown = Money(left, payment.total.currency).plainText
            throw PaymentError(
                .refundTooLarge,
                "\(amount > 0 || left == 0 ? "" : "it is not positive; ")\(shown) is left of the payment")
        }
        let refund = PaymentRefund(
            id: ids.make("ref"), payment: id, amountMinor: amount, reason: reason, state: .pending,
            created: clock.now())
        try transaction.save(refund)
        let request = request(for: refund, of: payment, fromPayee: payment.form.isReversedByProcessor)
        return (refund, try open(.refund(request), for: .refund(refund.id), in: transaction))
    }

    private func request(for refund: PaymentRefund, of payment: Payment, fromPayee: Bool) -> Refund.Create {
        Refund.Create(
            paymentIntent: payment.intent ?? "", amount: refund.amountMinor, reverseTransfer: fromPayee,
            // The processor refuses to return a fee that it has not taken.
            refundApplicationFee: fromPayee && payment.applicationFeeMinor > 0,
            reason: refund.reason.flatMap(Refund.Reason.init),
            metadata: ["refund_id": refund.id])
    }

    func bookRefund(_ answer: CallResponse, of id: String, request: CallRequest, in transaction: Transaction)
        throws
        -> [ProcessorCall]
    {
        guard var refund = try transaction.refund(id), let payment = try transaction.payment(refund.payment)
        else {
            throw PaymentError(.notFound, id)
        }
        guard case .refund(let asked) = request else { return [] }
        switch answer {
        case .refund(let found):
            try book(found, as: refund, of: payment, feeGoesBack: asked.reverseTransfer, in: transaction)
            return []
        case .refused(let error) where error.code == "balance_insufficient" && asked.reverseTransfer:
            // The payee's account lacks the money: the payer is refunded anyway, and the payee owes the
            // amount.
            let request = self.request(for: refund, of: payment, fromPayee: false)
            return [try open(.refund(request), for: .refund(id), in: transaction)]
        case .refused(let error):
            refund.state = .failed
            refund.failure = error.code ?? error.message
            try transaction.save(refund)
            return []
        default: throw PaymentError(.wrongState, "the response does not match a refund")
        }
    }

    /// Books a refund that the processor accepted, and notifies the payment's product.
    ///
    /// - Parameter feeGoesBack: True if the processor was asked to return the payee's share of the
    ///   application fee.
    func book(
        _ found: Refund, as before: PaymentRefund, of payment: Payment, feeGoesBack: Bool,
        in transaction: Transaction
    ) throws {
        var payment = payment
        try apply(found, as: before, of: &payment, feeGoesBack: feeGoesBack, in: transaction)
        try transaction.save(payment)
        try policy.changed(payment, at: clock.now(), in: transaction)
    }

    /// Books a refund that the processor accepted.
    func apply(
        _ found: Refund, as before: PaymentRefund, of payment: inout Payment, feeGoesBack: Bool,
        in transaction: Transaction
    ) throws {
        var refund = before
        refund.processorRefund = found.id
        refund.state = PaymentRefund.State(found.status)
        if before.processorRefund == nil {
            payment.refundedMinor += refund.amountMinor
            refund.reversedMinor = found.reversedAmount
            if payment.form.isReversedByProcessor { payment.leaveUnreversed(refund.unreversedMinor) }
            // The fee share of a failed refund may stay returned, so `giveBack` never returns more than the
            // whole fee.
            let isFeeReturned = feeGoesBack || !payment.form.isReversedByProcessor
            let held = max(0, try heldMinor(of: payment, in: transaction))
            let back = payment.giveBack(isFeeReturned ? refund.amountMinor : 0, heldMinor: held)
            try transaction.post(.refund(refund, of: payment, back), at: clock.now())
            if payment.refundableMinor == 0 { payment.settlement = .reversed }
            try settle(&payment, in: transaction)
        }
        // This includes a refund that failed before its first response was booked: the money left and came
        // back.
        if before.state != .failed || before.processorRefund == nil, refund.state == .failed {
            try takeBack(&refund, of: &payment, in: transaction)
        }
        refund.failure = found.failureReason
        try transaction.save(refund)
    }

    /// Books that a refund failed, so that the money is where it was before.
    private func takeBack(
        _ refund: inout PaymentRefund, of payment: inout Payment, in transaction: Transaction
    )
        throws
    {
        var shares = payment
        // The whole share is held again. The payee's debts are then offset against it.
        let back = shares.giveBack(-refund.amountMinor, heldMinor: 0)
        try transaction.post(.refundFailed(refund, of: payment, back), at: clock.now())
        guard payment.form.isReversedByProcessor else {
            payment = shares
            payment.refundedMinor -= refund.amountMinor
            payment.settlement = payment.form.settlementOfCharge
            try offset(payment, because: refund.id, in: transaction)
            return try settle(&payment, in: transaction)
        }
        payment.refundedMinor -= refund.amountMinor
        payment.leaveUnreversed(-refund.unreversedMinor)
        // The transfer stays reversed. The payee gets the money back with a separate transfer.
        payment.collectedMinor += refund.reversedMinor
        payment.settlement = .released
    }

    /// Fetches a refund's status, and books it.
    func refresh(refund id: String) async throws {
        guard let refund = try await database.read({ try $0.refund(id) }) else { return }
        guard let name = refund.processorRefund else {
            return refund.state == .needsReview ? try await recheck(for: refund) : ()
        }
        let found = try await reading { try await processor.refund(name) }
        try await database.write { transaction in
            guard var refund = try transaction.refund(id),
                let payment = try transaction.payment(refund.payment)
            else {
                return
            }
            if refund.state != PaymentRefund.State(found.status) {
                try book(found, as: refund, of: payment, feeGoesBack: false, in: transaction)
            } else if clock.now() - refund.created > PaymentRefund.life {
                refund.isSettled = true
                try transaction.save(refund)
            }
        }
    }
}

extension PaymentRefund {
    /// The part of the refund that was not taken from the payee's account, in minor units.
    fileprivate var unreversedMinor: Int64 { max(0, amountMinor - reversedMinor) }
}

extension Payment {
    /// Adds a refunded amount that was not taken from the transfer; negative for a refund that failed.
    fileprivate mutating func leaveUnreversed(_ minor: Int64) {
        let sum = (unreversedMinor ?? 0) + minor
        unreversedMinor = sum == 0 ? nil : sum
    }
}

extension PaymentRefund.State {
    init(_ status: Refund.Status) {
        switch status {
        case .pending, .requiresAction: self = .pending
        case .succeeded: self = .succeeded
        case .failed, .canceled: self = .failed
        }
    }
}

// MARK: Returned money, by any cause

/// Money returned from a payment in any way: refunded by this program, or at the processor.
extension PaymentDriver {
    /// Fetches everything returned from a payment, and books what is new: refunds, transfer reversals and
    /// returned application fees.
    ///
    /// Our own pending calls are finished first, so that their refunds are recognized. If the payment changes
    /// while the processor is asked, everything is fetched again, at most five times. The process that made
    /// the last change has then fetched a newer state.
    public func refresh(returnsOf id: String) async throws {
        for _ in 1...5 {
            try await finishCalls(about: id)
            for refund in try await database.read({ try $0.refunds(ofPayment: id) }) where refund.isOnItsWay {
                try await finishCalls(about: refund.id)
            }
            let known = try await database.read { try $0.returns(ofPayment: id) }
            guard let known, known.payment.state == .succeeded,
                let found = try await returns(of: known.payment)
            else { return }
            guard let isNew = try await database.write({ try book(found, replacing: known, in: $0) }) else {
                continue
            }
            if isNew, let payee = known.payment.form.payee { try await collectSoon(from: payee) }
            return
        }
    }

    /// Does the same as ``refresh(returnsOf:)``, but only if the processor reports more returned money than
    /// is booked. Otherwise this takes one request. A missing response is not an error.
    public func noticeReturns(of id: String) async throws {
        _ = try await tolerating {
            guard let payment = try await database.read({ try $0.payment(id) }), payment.state == .succeeded,
                let name = payment.charge
            else { return }
            let charge = try await reading { try await processor.charge(name) }
            try await notice(charge, of: payment)
        }
    }

    /// Books the refunds and disputes that a charge shows and that no event reported, or whose events could
    /// not be processed.
    func notice(_ charge: Charge, of payment: Payment) async throws {
        if charge.amountRefunded > payment.refundedMinor { try await refresh(returnsOf: payment.id) }
        guard charge.disputed, try await database.read({ try $0.disputes(ofPayment: payment.id).isEmpty })
        else {
            return
        }
        for dispute in try await list(since: payment.created, processor.disputes)
        where dispute.charge == charge.id {
            try await refresh(dispute: dispute.id)
        }
    }

    /// Returns the processor's data for the payment, or nil if it does not have the charge.
    private func returns(of payment: Payment) async throws -> FoundReturns? {
        guard let name = payment.charge, let intent = payment.intent,
            let charge = try await finding({ try await processor.charge(name) }),
            let refunds = try await finding({
                try await processor.refunds(ofIntent: intent)
            })
        else { return nil }
        var found = FoundReturns(refunds: try all(of: refunds).filter { $0.charge == name })
        guard payment.form.isReversedByProcessor else { return found }
        if let fee = charge.applicationFee {
            found.fee = try await reading {
                try await processor.applicationFee(fee)
            }
        }
        if let transfer = charge.transfer {
            found.transfer = transfer
            found.reversals = try all(
                of: await reading {
                    try await processor.reversals(ofTransfer: transfer)
                })
        }
        return found
    }

    /// Returns the item of a list of one page that matches, or nil if the list lacks it.
    ///
    /// - Throws: ``PaymentError`` with code `processorRefused` if nothing on the page matches and the list
    ///   goes on.
    func only<Object>(in page: ListPage<Object>, where isMeant: (Object) -> Bool) throws(PaymentError)
        -> Object?
    {
        if let found = page.data.first(where: isMeant) { return found }
        return try all(of: page).first(where: isMeant)
    }

    /// Returns the whole of a list that is read in one page of 100.
    ///
    /// - Throws: ``PaymentError`` with code `processorRefused` if it goes on: what the page lacks must not
    ///   count as absent.
    func all<Object>(of page: ListPage<Object>) throws(PaymentError) -> [Object] {
        guard !page.hasMore else {
            throw PaymentError(
                .processorRefused,
                "the processor listed more than \(page.data.count) refunds or reversals in one page")
        }
        return page.data
    }

    /// Books refunds and disputes that were found at the processor.
    ///
    /// - Returns: True if anything was new; nil if the payment has changed since the processor was asked.
    private func book(_ found: FoundReturns, replacing known: KnownReturns, in transaction: Transaction)
        throws
        -> Bool?
    {
        guard try transaction.returns(ofPayment: known.payment.id) == known else { return nil }
        var payment = known.payment
        payment.transfer = found.transfer ?? payment.transfer
        for refund in found.refunds.reversed() {
            try book(refund, of: &payment, known.refunds, in: transaction)
        }
        try bookReversals(found, of: &payment, in: transaction)
        if let fee = found.fee { try book(fee, of: &payment, beside: found.refunds, in: transaction) }
        if let payee = payment.form.payee {
            try explain(of: payee, in: payment.total.currency, in: transaction)
        }
        guard payment != known.payment else { return false }
        try transaction.save(payment)
        try policy.changed(payment, at: clock.now(), in: transaction)
        return true
    }

    /// Books an unknown refund, which was made at the processor.
    private func book(
        _ found: Refund, of payment: inout Payment, _ known: [PaymentRefund], in transaction: Transaction
    ) throws {
        let state = PaymentRefund.State(found.status)
        if let mine = known.first(where: { $0.processorRefund == found.id }) {
            if mine.state != state {
                try apply(found, as: mine, of: &payment, feeGoesBack: false, in: transaction)
            }
        } else if let mine = known.first(where: {
            $0.processorRefund == nil && $0.id == found.metadata["refund_id"]
        }) {
            // The returned part of the fee is handled below.
            try apply(found, as: mine, of: &payment, feeGoesBack: false, in: transaction)
        } else {
            var refund = PaymentRefund(
                id: ids.make("ref"), payment: payment.id, amountMinor: found.amount,
                reason: found.reason?.rawValue, state: .pending, created: found.created)
            refund.isOutside = true
            try apply(found, as: refund, of: &payment, feeGoesBack: false, in: transaction)
        }
    }

    /// Books the reversals of a destination charge's transfer that belong to no refund.
    private func bookReversals(_ found: FoundReturns, of payment: inout Payment, in transaction: Transaction)
        throws
    {
        let withRefunds = Set(found.refunds.compactMap(\.transferReversal))
        let isCollecting = try transaction.isCollecting(from: payment.payee)
        for reversal in found.reversals.reversed() where !withRefunds.contains(reversal.id) {
            // The response to the pending collection call will be booked.
            if reversal.metadata["collection_id"] != nil, isCollecting { continue }
            let amount = Money(reversal.amount, reversal.currency)
            let owed = try transaction.balance(of: .receivable(payment.payee), in: reversal.currency)
            let isNew = try transaction.post(
                .takenBack(
                    amount, from: payment.payee, owedMinor: owed, payment: payment.id, reference: reversal.id),
                at: clock.now())
            if isNew { payment.collectedMinor += reversal.amount }
        }
    }

    /// Books the returned part of the fee that exceeds what was booked with our own refunds.
    private func book(
        _ fee: ApplicationFee, of payment: inout Payment, beside refunds: [Refund],
        in transaction: Transaction
    ) throws {
        let more = fee.amountRefunded - payment.feeReturnedMinor
        guard more != 0 else { return }
        var left = more
        // Book the parts separately if possible, so that each can be matched on a payout. A part created in
        // the same second as one of our refunds most likely belongs to that refund, and was booked with it.
        let ours = Set(refunds.filter { $0.metadata["refund_id"] != nil }.map(\.created))
        let parts = fee.returns.filter { $0.amount > 0 }
        for part in parts.filter({ !ours.contains($0.created) }) + parts.filter({ ours.contains($0.created) })
        where part.amount <= left {
            let posting = try Posting.feeReturned(part.amount, of: payment, reference: part.id)
            if try transaction.post(posting, at: clock.now()) { left -= part.amount }
        }
        if left != 0 {
            try transaction.post(.feeReturned(left, of: payment, reference: ids.make("fee")), at: clock.now())
        }
        payment.feeReturnedMinor += more
    }

    /// Uses money taken from a payee, or sent to it, at the processor to settle what the payee owes or is
    /// owed.
    private func explain(of payee: String, in currency: Currency, in transaction: Transaction) throws {
        let owed = try transaction.balance(of: .receivable(payee), in: currency)
        let outside = try transaction.balance(of: .outside(payee), in: currency)
        guard owed.signum() * outside.signum() < 0 else { return }
        let minor = min(abs(owed), abs(outside)) * owed.signum()
        try transaction.post(
            .explained(minor, of: payee, in: currency, reference: ids.make("off")), at: clock.now())
    }

    /// Fetches a transfer that none of our calls made, and its reversals.
    func refresh(transfer id: String) async throws {
        let found = try await reading { try await processor.transfer(id) }
        let reversals =
            found.amountReversed == 0
            ? []
            : try all(
                of: await reading {
                    try await processor.reversals(ofTransfer: id)
                })
        // The response to a release under way is booked first: it may be the release that made this transfer.
        for release in try await database.read({ try $0.releasesUnderWay(besideTransfer: found) }) {
            try await finishCalls(about: release.id)
        }
        // The same applies to a pending collection, which may have made one of the reversals.
        if reversals.contains(where: { $0.metadata["collection_id"] != nil }) {
            try await finishCalls(about: "collection:\(found.destination)")
        }
        try await database.write { transaction in
            let payee = found.destination
            guard try transaction.payee(payee) != nil else { return }
            if let release = try heldRelease(madeBy: found, reversals, in: transaction) {
                try book(found, as: release, in: transaction)
                try book(reversals, of: release.id, in: transaction)
                // The payee may have paid with a reversal of another transfer, which was booked earlier.
                return try explain(of: payee, in: found.currency, in: transaction)
            }
            // The response to the call that made it will be booked.
            if found.metadata["repayment_id"] != nil, try transaction.isRepaying(payee) { return }
            let payment = try found.sourceTransaction.flatMap { try transaction.payment(charge: $0)?.id }
            try transaction.post(
                .sent(
                    Money(found.amount, found.currency), to: payee, payment: payment, reference: found.id),
                at: clock.now())
            for reversal in reversals.reversed() {
                let owed = try transaction.balance(of: .receivable(payee), in: found.currency)
                try transaction.post(
                    .takenBack(
                        Money(reversal.amount, found.currency), from: payee, owedMinor: owed,
                        payment: payment, reference: reversal.id), at: clock.now())
            }
            try explain(of: payee, in: found.currency, in: transaction)
        }
    }
}

/// The booked state of a payment's returns, used to detect a concurrent change.
private struct KnownReturns: Equatable {
    var payment: Payment
    /// The refunds, oldest first.
    var refunds: [PaymentRefund]
    /// The ids of pending calls that request refunds.
    var calls: [String]
}

/// The processor's state of a payment's returns.
private struct FoundReturns: Sendable {
    /// The refunds, newest first.
    var refunds: [Refund]
    var fee: ApplicationFee?
    var transfer: String?
    /// The transfer reversals, newest first.
    var reversals: [TransferReversal] = []
}

extension Transaction {
    fileprivate func returns(ofPayment id: String) throws -> KnownReturns? {
        guard let payment = try payment(id) else { return nil }
        let refunds = try refunds(ofPayment: id)
        let calls = try refunds.filter(\.isOnItsWay).flatMap { try self.calls(about: $0.id).map(\.id) }
        return KnownReturns(payment: payment, refunds: refunds, calls: calls)
    }
}
