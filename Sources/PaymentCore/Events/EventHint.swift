import DatabaseKit
import MoneyKit
import Processor

/// An object that an event reports as changed, and that must therefore be fetched.
enum EventHint: Hashable {
    case intent(String)
    /// A payment from which money was returned.
    case returns(payment: String)
    case release(String, transfer: String)
    /// A transfer without a recorded release. It either moves held money or has no source charge.
    case transfer(String)
    case dispute(String)
    case subscription(String)
    /// An invoice that was paid. It is usually the newest invoice of its subscription, but an older invoice
    /// can be paid late.
    case invoice(String, of: String)
    case payout(String, of: String)
    case account(String)
}

extension Transaction {
    /// Returns the objects that must be fetched because of these events, without duplicates. Events that
    /// report nothing new are skipped: most events only repeat the contents of a response that is already
    /// recorded.
    func news(in events: [ProcessorEvent]) throws -> [EventHint] {
        var seen = Set<EventHint>()
        return try events.compactMap(hint).filter { seen.insert($0).inserted }
    }

    private func hint(_ event: ProcessorEvent) throws -> EventHint? {
        guard let type = ProcessorEventType(rawValue: event.type), type.isFollowed else { return nil }
        switch event.subject {
        case .paymentIntent(let intent): return try isNew(intent) ? .intent(intent.id) : nil
        case .charge(let charge): return event.account == nil ? try hint(charge) : nil
        case .refund(let refund): return event.account == nil ? try hint(refund) : nil
        case .dispute(let dispute): return .dispute(dispute.id)
        case .transfer(let transfer): return try hint(transfer)
        case .applicationFee(let fee): return try hint(fee)
        case .subscription(let subscription): return .subscription(subscription.id)
        case .invoice(let invoice):
            guard !invoice.subscription.isEmpty else { return nil }
            return invoice.status == .paid
                ? .invoice(invoice.id, of: invoice.subscription) : .subscription(invoice.subscription)
        case .payout(let payout):
            let payee = event.account ?? payout.account ?? PayeePayout.platform
            let known = try self.payout(payout.id)?.state
            return known == PayeePayout.State(payout.status) ? nil : .payout(payout.id, of: payee)
        case .account(let account): return .account(account.id)
        // The event of a capability or a bank account. The account itself shows its effect.
        case .other: return event.account.map(EventHint.account)
        case .customer, .paymentMethod, .product, .price: return nil
        }
    }

    /// Returns whether an intent could change the recorded state of its payment. Returns false if the books
    /// have no such payment, if the payment has succeeded or was canceled, or if the payment was declined and
    /// the intent reports the same state.
    private func isNew(_ intent: PaymentIntent) throws -> Bool {
        guard let state = try paymentState(intent: intent.id) else { return false }
        switch state {
        case .succeeded, .canceled: return false
        // A declined payment can still be paid with another card at the processor.
        case .requiresPaymentMethod: return PaymentState(intent.status) != state
        case .needsReview, .requiresConfirmation, .requiresAction, .processing, .requiresCapture: return true
        }
    }

    private func hint(_ charge: Charge) throws -> EventHint? {
        guard let payment = try payment(of: charge) else { return nil }
        let known =
            try payment.refundedMinor + refundsOnTheirWay(of: payment).reduce(0) { $0 + $1.amountMinor }
        if charge.amountRefunded > known { return .returns(payment: payment.id) }
        guard let intent = charge.paymentIntent else { return nil }
        let isNew =
            switch charge.status {
            case .succeeded:
                payment.state == .succeeded
                    ? charge.balanceTransaction != nil && !payment.isFeeConfirmed : payment.state != .canceled
            case .pending, .failed: !payment.state.isFinal
            }
        return isNew ? .intent(intent) : nil
    }

    /// Returns the payment to which a charge belongs, or nil. Finds the payment even if the response to the
    /// payment's call has not arrived yet.
    func payment(of charge: Charge) throws -> Payment? {
        if let payment = try payment(charge: charge.id) { return payment }
        if let intent = charge.paymentIntent, let payment = try payment(intent: intent) { return payment }
        return try charge.metadata["payment_id"].flatMap { try payment($0) }
    }

    private func hint(_ refund: Refund) throws -> EventHint? {
        let paid = try refund.paymentIntent.flatMap { try payment(intent: $0) }
        guard let payment = try paid ?? payment(charge: refund.charge) else { return nil }
        let refunds = try refunds(ofPayment: payment.id)
        if let known = refunds.first(where: { $0.processorRefund == refund.id }) {
            return known.state == PaymentRefund.State(refund.status) ? nil : .returns(payment: payment.id)
        }
        // The response to the refund's call will be booked later.
        if let id = refund.metadata["refund_id"], refunds.contains(where: { $0.id == id }),
            try !calls(about: id).isEmpty
        {
            return nil
        }
        return .returns(payment: payment.id)
    }

    private func hint(_ fee: ApplicationFee) throws -> EventHint? {
        guard var payment = try payment(charge: fee.originatingTransaction),
            payment.form.isReversedByProcessor, fee.amountRefunded != payment.feeReturnedMinor
        else { return nil }
        let onTheirWay = try refundsOnTheirWay(of: payment).reduce(Int64(0)) {
            $0 + payment.giveBack($1.amountMinor, heldMinor: 0).feeMinor
        }
        let known = payment.feeReturnedMinor
        let isExpected = onTheirWay > 0 && fee.amountRefunded <= known
        return isExpected ? nil : .returns(payment: payment.id)
    }

    /// Returns the object that must be fetched because of a transfer. Returns nil if the transfer is
    /// completely recorded, or if the books have no payment for the transfer's charge.
    func hint(_ transfer: Transfer) throws -> EventHint? {
        if let id = transfer.metadata["release_id"], let release = try release(id) {
            return release.lacks(transfer) ? .release(id, transfer: transfer.id) : nil
        }
        guard let source = transfer.sourceTransaction else { return .transfer(transfer.id) }
        guard let payment = try payment(charge: source) else { return nil }
        guard payment.form.isReversedByProcessor else { return .transfer(transfer.id) }
        let refunds = try refunds(ofPayment: payment.id)
        let known = refunds.reduce(payment.collectedMinor) {
            // If a refund has failed, the reversal that belongs to it counts as collected.
            $1.state == .failed || $1.processorRefund == nil ? $0 : $0 + $1.reversedMinor
        }
        let onTheirWay = try refundsOnTheirWay(of: payment).reduce(0) { $0 + $1.amountMinor }
        return transfer.amountReversed > known + onTheirWay ? .returns(payment: payment.id) : nil
    }

    /// Returns the payment whose held money was moved to the payee by this transfer. Returns nil if the
    /// transfer did not move held money.
    ///
    /// The transfer of a repeated release is paid from the platform's balance. It has no source charge, and
    /// is recognized only by the payment's transfer group.
    func heldPayment(movedBy transfer: Transfer) throws -> Payment? {
        let found: Payment?
        if let charge = transfer.sourceTransaction {
            found = try payment(charge: charge)
        } else {
            found = try transfer.transferGroup.flatMap { try payment($0) }
        }
        guard let found, case .held(let payee) = found.form, payee == transfer.destination else { return nil }
        return found
    }

    /// Returns a payment's refunds for which responses are still expected. Refunds under review are not
    /// included, because no response is expected for them.
    private func refundsOnTheirWay(of payment: Payment) throws -> [PaymentRefund] {
        try refunds(ofPayment: payment.id).filter { try $0.isOnItsWay && !calls(about: $0.id).isEmpty }
    }
}

extension PaymentRelease {
    /// Returns whether the transfer, or a reversed part of it, is missing from the recorded release.
    func lacks(_ found: Transfer) -> Bool {
        transfer == nil || found.amountReversed > reversedMinor + collectedMinor
    }
}

/// A list at the processor that is read in parts. The database stores the time up to which each list was
/// read.
public enum ProcessorList: String, Sendable, CaseIterable {
    case events, disputes
    /// The events about new transfers. Only a reconciliation reads this list.
    case transfers
}
