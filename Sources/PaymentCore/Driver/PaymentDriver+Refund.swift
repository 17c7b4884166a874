public import DatabaseKit
import MoneyKit
import Processor
import TimeKit

extension PaymentDriver {
    /// Creates a refund and stores the call that requests it, within this transaction. ``executeOrThrow(_:)``
    /// sends the call.
    ///
    /// The refund of a destination charge is taken from the payee's transfer. For a held payment, the payee's
    /// share of the refund is taken from the held money. If not enough is held, the payee owes the difference
    /// (see ``collectSoon(from:)``).
    ///
    /// - Parameters:
    ///   - id: The payment's id.
    ///   - amountMinor: The amount in minor units, or nil to refund the whole remaining amount.
    ///   - reason: `duplicate`, `fraudulent` or `requested_by_customer`.
    ///   - transaction: The transaction that stores the refund and its call.
    /// - Throws: ``PaymentError`` with code `notFound` if there is no such payment; `wrongState` if the
    ///   payment is unpaid or disputed, or was reclaimed by the payer's bank; `refundTooLarge` if the amount
    ///   is not positive or exceeds the remaining amount.
    public func beginRefund(of id: String, amountMinor: Int64?, reason: String?, in transaction: Transaction)
        throws
        -> (PaymentRefund, ProcessorCall)
    {
        let payment = try transaction.existingPayment(id)
        guard payment.state == .succeeded else {
            throw PaymentError(
                .wrongState, "only a successful payment can be refunded; this one \(payment.state.clause)")
        }
        guard !payment.isDisputed else {
            throw PaymentError(.wrongState, "the payment is disputed")
        }
        guard !payment.isLost else {
            throw PaymentError(.wrongState, "the payer received the money back after a dispute")
        }
        let onItsWay = try transaction.refunds(ofPayment: id).filter(\.isOnItsWay)
        let left = payment.refundableMinor - onItsWay.reduce(0) { $0 + $1.amountMinor }
        let amount = amountMinor ?? left
        guard amount > 0, amount <= left else {
            guard left > 0 else { throw PaymentError(.refundTooLarge, "nothing is left to refund") }
            let shown = Money(left, payment.total.currency).plainText
            let sign = amount > 0 ? "" : "the amount must be positive; "
            throw PaymentError(.refundTooLarge, "\(sign)\(shown) can still be refunded")
        }
        let refund = PaymentRefund(
            id: ids.make("ref"), payment: id, amountMinor: amount, reason: reason, state: .pending,
            created: clock.now())
        transaction.changed(payment.subject)
        transaction.changed(payment.id)
        try transaction.save(refund)
        let request = request(for: refund, of: payment, fromPayee: payment.form.isReversedByProcessor)
        return (refund, try open(.refund(request), for: .refund(refund.id), in: transaction))
    }

    private func request(for refund: PaymentRefund, of payment: Payment, fromPayee: Bool) -> Refund.Create {
        Refund.Create(
            paymentIntent: payment.intent ?? "", amount: refund.amountMinor, reverseTransfer: fromPayee,
            // The processor refuses to return a fee that it has not collected.
            refundApplicationFee: fromPayee && payment.applicationFeeMinor > 0,
            reason: refund.reason.flatMap(Refund.Reason.init),
            metadata: ["refund_id": refund.id])
    }

    func bookRefund(_ answer: CallResponse, of id: String, request: CallRequest, in transaction: Transaction)
        throws -> ProcessorCall?
    {
        guard var refund = try transaction.refund(id), let payment = try transaction.payment(refund.payment)
        else {
            throw PaymentError(.notFound, "there is no refund \(id.prefix(60))")
        }
        guard case .refund(let asked) = request else { return nil }
        switch answer {
        case .refund(let found):
            try book(found, as: refund, of: payment, feeGoesBack: asked.reverseTransfer, in: transaction)
        case .refused(let error) where error.code == "balance_insufficient" && asked.reverseTransfer:
            // The payee's account does not contain the money. The payer is refunded anyway, and the payee owes the
            // amount.
            let request = self.request(for: refund, of: payment, fromPayee: false)
            return try open(.refund(request), for: .refund(id), in: transaction)
        case .refused(let error):
            refund.state = .failed
            refund.failure = error.code ?? error.message
            try transaction.save(refund)
        default:
            throw PaymentError(.wrongState, "the processor's response does not match the refund request")
        }
        return nil
    }

    /// Records a refund that the processor has accepted, and notifies the payment policy. If `feeGoesBack` is
    /// true, the refund request also returned a share of the application fee to the payee.
    func book(
        _ found: Refund, as before: PaymentRefund, of payment: Payment, feeGoesBack: Bool,
        in transaction: Transaction
    ) throws {
        var payment = payment
        try apply(found, as: before, of: &payment, feeGoesBack: feeGoesBack, in: transaction)
        try keep(payment, in: transaction)
    }

    /// Records the state of a refund that the processor has accepted, and updates the payment's amounts.
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
            // The fee share of a failed refund may stay returned, so `giveBack` never returns more than the whole
            // fee.
            let isFeeReturned = feeGoesBack || !payment.form.isReversedByProcessor
            let held = max(0, try heldMinor(of: payment, in: transaction))
            let back = payment.giveBack(isFeeReturned ? refund.amountMinor : 0, heldMinor: held)
            try post(.refund(refund, of: payment, back), in: transaction)
            if payment.refundableMinor == 0 { payment.settlement = .reversed }
            try settle(&payment, in: transaction)
        }
        // This includes a refund that failed before its first response was booked. In that case, the money left and
        // came back.
        if before.state != .failed || before.processorRefund == nil, refund.state == .failed {
            try takeBack(&refund, of: &payment, in: transaction)
        }
        refund.failure = found.failureReason
        try transaction.save(refund)
    }

    /// Records that a refund has failed, and updates the payment's amounts.
    private func takeBack(
        _ refund: inout PaymentRefund, of payment: inout Payment, in transaction: Transaction
    )
        throws
    {
        var shares = payment
        // The whole share is held again. The payee's debts are then offset against it.
        let back = shares.giveBack(-refund.amountMinor, heldMinor: 0)
        try post(.refundFailed(refund, of: payment, back), in: transaction)
        guard payment.form.isReversedByProcessor else {
            payment = shares
            payment.refundedMinor -= refund.amountMinor
            payment.settlement = payment.form.settlementOfCharge
            try offset(payment, because: refund.id, in: transaction)
            return try settle(&payment, in: transaction)
        }
        payment.refundedMinor -= refund.amountMinor
        payment.leaveUnreversed(-refund.unreversedMinor)
        // The transfer stays reversed. The payee gets the money back in a separate transfer.
        payment.collectedMinor += refund.reversedMinor
        payment.settlement = .released
    }

    /// Fetches a refund from the processor, and records its status.
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
    /// The part of the refund, in minor units, that was not taken from the payee's account.
    fileprivate var unreversedMinor: Int64 { max(0, amountMinor - reversedMinor) }
}

extension Payment {
    /// Adds an amount to the part of the refunds that was not taken from the payee's transfer. The amount is
    /// negative if a refund has failed.
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
