import Processor

/// Where an event says something is new.
enum EventHint: Hashable {
    case intent(String)
    case refund(String)
    case release(String, transfer: String)
    case dispute(String)
    case subscription(String)
    case payout(String, of: String)
    case account(String)

    init?(_ event: ProcessorEvent) {
        switch event.subject {
        case .paymentIntent(let intent): self = .intent(intent.id)
        case .charge(let charge):
            guard let intent = charge.paymentIntent else { return nil }
            self = .intent(intent)
        case .refund(let refund):
            guard let id = refund.metadata["refund_id"] else { return nil }
            self = .refund(id)
        case .dispute(let dispute): self = .dispute(dispute.id)
        case .subscription(let subscription): self = .subscription(subscription.id)
        case .invoice(let invoice): self = .subscription(invoice.subscription)
        case .payout(let payout):
            guard let payee = event.account ?? payout.account else { return nil }
            self = .payout(payout.id, of: payee)
        case .account(let account): self = .account(account.id)
        case .transfer(let transfer):
            guard let id = transfer.metadata["release_id"] else { return nil }
            self = .release(id, transfer: transfer.id)
        case .applicationFee, .customer, .paymentMethod, .product, .price, .other: return nil
        }
    }

    /// The types of events that tell of an end, or of what nobody here began. What a call of ours does stands in its answer,
    /// and is told in six events more; a call without an answer is made again.
    ///
    /// Source: Stripe API reference, "Types of events"; a list may name 20.
    static let types = [
        "account.updated", "charge.dispute.closed", "charge.dispute.created", "charge.dispute.updated",
        "customer.subscription.created", "customer.subscription.deleted", "customer.subscription.updated",
        "invoice.paid", "invoice.payment_failed", "payment_intent.canceled",
        "payment_intent.payment_failed", "payment_intent.processing", "payment_intent.requires_action",
        "payment_intent.succeeded", "payout.canceled", "payout.failed", "payout.paid", "refund.failed",
        "refund.updated", "transfer.reversed",
    ]
}
