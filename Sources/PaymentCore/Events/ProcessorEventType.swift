/// The known event types, as listed in the processor's API description.
///
/// A test compares the cases with the description. ``handling`` switches over all cases, so the compiler
/// requires a decision for each new type.
///
/// Source: Stripe's OpenAPI description 2026-05-27, `enabled_events` of webhook endpoints.
enum ProcessorEventType: String, CaseIterable {
    case accountApplicationAuthorized = "account.application.authorized"
    case accountApplicationDeauthorized = "account.application.deauthorized"
    case accountExternalAccountCreated = "account.external_account.created"
    case accountExternalAccountDeleted = "account.external_account.deleted"
    case accountExternalAccountUpdated = "account.external_account.updated"
    case accountUpdated = "account.updated"
    case applicationFeeCreated = "application_fee.created"
    case applicationFeeRefundUpdated = "application_fee.refund.updated"
    case applicationFeeRefunded = "application_fee.refunded"
    case capabilityUpdated = "capability.updated"
    case chargeCaptured = "charge.captured"
    case chargeDisputeClosed = "charge.dispute.closed"
    case chargeDisputeCreated = "charge.dispute.created"
    case chargeDisputeFundsReinstated = "charge.dispute.funds_reinstated"
    case chargeDisputeFundsWithdrawn = "charge.dispute.funds_withdrawn"
    case chargeDisputeUpdated = "charge.dispute.updated"
    case chargeExpired = "charge.expired"
    case chargeFailed = "charge.failed"
    case chargePending = "charge.pending"
    case chargeRefundUpdated = "charge.refund.updated"
    case chargeRefunded = "charge.refunded"
    case chargeSucceeded = "charge.succeeded"
    case chargeUpdated = "charge.updated"
    case customerCreated = "customer.created"
    case customerDeleted = "customer.deleted"
    case customerDiscountCreated = "customer.discount.created"
    case customerDiscountDeleted = "customer.discount.deleted"
    case customerDiscountUpdated = "customer.discount.updated"
    case customerSourceCreated = "customer.source.created"
    case customerSourceDeleted = "customer.source.deleted"
    case customerSourceExpiring = "customer.source.expiring"
    case customerSourceUpdated = "customer.source.updated"
    case customerSubscriptionCreated = "customer.subscription.created"
    case customerSubscriptionDeleted = "customer.subscription.deleted"
    case customerSubscriptionPaused = "customer.subscription.paused"
    case customerSubscriptionPendingUpdateApplied = "customer.subscription.pending_update_applied"
    case customerSubscriptionPendingUpdateExpired = "customer.subscription.pending_update_expired"
    case customerSubscriptionResumed = "customer.subscription.resumed"
    case customerSubscriptionTrialWillEnd = "customer.subscription.trial_will_end"
    case customerSubscriptionUpdated = "customer.subscription.updated"
    case customerTaxIdCreated = "customer.tax_id.created"
    case customerTaxIdDeleted = "customer.tax_id.deleted"
    case customerTaxIdUpdated = "customer.tax_id.updated"
    case customerUpdated = "customer.updated"
    case invoiceCreated = "invoice.created"
    case invoiceDeleted = "invoice.deleted"
    case invoiceFinalizationFailed = "invoice.finalization_failed"
    case invoiceFinalized = "invoice.finalized"
    case invoiceMarkedUncollectible = "invoice.marked_uncollectible"
    case invoiceOverdue = "invoice.overdue"
    case invoiceOverpaid = "invoice.overpaid"
    case invoicePaid = "invoice.paid"
    case invoicePaymentActionRequired = "invoice.payment_action_required"
    case invoicePaymentAttemptRequired = "invoice.payment_attempt_required"
    case invoicePaymentFailed = "invoice.payment_failed"
    case invoicePaymentSucceeded = "invoice.payment_succeeded"
    case invoiceSent = "invoice.sent"
    case invoiceUpcoming = "invoice.upcoming"
    case invoiceUpdated = "invoice.updated"
    case invoiceVoided = "invoice.voided"
    case invoiceWillBeDue = "invoice.will_be_due"
    case paymentIntentAmountCapturableUpdated = "payment_intent.amount_capturable_updated"
    case paymentIntentCanceled = "payment_intent.canceled"
    case paymentIntentCreated = "payment_intent.created"
    case paymentIntentPartiallyFunded = "payment_intent.partially_funded"
    case paymentIntentPaymentFailed = "payment_intent.payment_failed"
    case paymentIntentProcessing = "payment_intent.processing"
    case paymentIntentRequiresAction = "payment_intent.requires_action"
    case paymentIntentSucceeded = "payment_intent.succeeded"
    case payoutCanceled = "payout.canceled"
    case payoutCreated = "payout.created"
    case payoutFailed = "payout.failed"
    case payoutPaid = "payout.paid"
    case payoutReconciliationCompleted = "payout.reconciliation_completed"
    case payoutUpdated = "payout.updated"
    case refundCreated = "refund.created"
    case refundFailed = "refund.failed"
    case refundUpdated = "refund.updated"
    case transferCreated = "transfer.created"
    case transferReversed = "transfer.reversed"
    case transferUpdated = "transfer.updated"
}

extension ProcessorEventType {
    /// The way that events of a type are handled.
    enum Handling: Hashable {
        /// The type is requested whenever events are listed, and its events are processed.
        case asked
        /// The type is not requested when events are listed, for the given reason. Its events are still
        /// processed if a webhook delivers them or a reconciliation finds them.
        case brought(String)
        /// Events of this type are ignored, for the given reason.
        case ignored(String)
    }

    var handling: Handling {
        switch self {
        case .accountApplicationDeauthorized, .accountUpdated, .applicationFeeRefunded, .capabilityUpdated,
            .chargeDisputeClosed, .chargeDisputeCreated, .chargeDisputeFundsReinstated,
            .chargeDisputeFundsWithdrawn, .chargeDisputeUpdated, .chargeRefundUpdated, .chargeRefunded,
            .customerSubscriptionCreated, .customerSubscriptionDeleted, .customerSubscriptionPaused,
            .customerSubscriptionPendingUpdateApplied, .customerSubscriptionResumed,
            .customerSubscriptionUpdated, .invoiceMarkedUncollectible, .invoicePaid, .invoicePaymentFailed,
            .invoiceVoided, .paymentIntentCanceled, .paymentIntentPaymentFailed, .paymentIntentProcessing,
            .paymentIntentRequiresAction, .paymentIntentSucceeded, .payoutCanceled, .payoutCreated,
            .payoutFailed, .payoutPaid, .payoutUpdated, .refundCreated, .refundFailed, .refundUpdated,
            .transferReversed:
            .asked
        case .chargeSucceeded:
            .brought("sent for each charge; payment_intent.succeeded reports the same change")
        case .chargeCaptured:
            .brought("payment_intent.succeeded reports the same change")
        case .chargeUpdated:
            .brought("sent for each charge when the processor's fee is known")
        case .chargePending:
            .brought("payment_intent.processing reports the same change")
        case .chargeFailed:
            .brought("payment_intent.payment_failed reports the same change")
        case .chargeExpired:
            .brought("payment_intent.canceled reports the same change")
        case .transferCreated:
            .brought("sent for each charge with a payee")
        case .accountApplicationAuthorized, .accountExternalAccountCreated, .accountExternalAccountDeleted,
            .accountExternalAccountUpdated:
            .brought("account.updated reports the effect")
        case .invoicePaymentSucceeded:
            .brought("invoice.paid reports the same change")
        case .customerSubscriptionPendingUpdateExpired, .invoicePaymentActionRequired,
            .invoicePaymentAttemptRequired, .invoiceUpdated:
            .brought("customer.subscription.updated or invoice.payment_failed reports the same change")
        case .paymentIntentAmountCapturableUpdated:
            .brought("payments are captured immediately")
        case .paymentIntentPartiallyFunded:
            .brought("a payment is never funded in several parts")
        case .paymentIntentCreated:
            .ignored("the response to the request, or a later event, contains the outcome")
        case .applicationFeeCreated:
            .ignored("created with the charge, so its amount is already known")
        case .applicationFeeRefundUpdated:
            .ignored(
                "reports only a new description or metadata; application_fee.refunded reports a change in the amount"
            )
        case .transferUpdated:
            .ignored(
                "reports only a new description or metadata; transfer.reversed reports a change in the amount"
            )
        case .payoutReconciliationCompleted:
            .ignored("a report is ready; no money moves")
        case .customerCreated, .customerUpdated:
            .ignored("donors are stored in tapctl; the card is read with the subscription")
        case .customerDeleted:
            .ignored("each subscription that ends sends its own event")
        case .customerDiscountCreated, .customerDiscountDeleted, .customerDiscountUpdated:
            .ignored("the amount of a period is read from its invoice")
        case .customerSourceCreated, .customerSourceDeleted, .customerSourceExpiring,
            .customerSourceUpdated:
            .ignored("payment methods are used instead of sources")
        case .customerSubscriptionTrialWillEnd:
            .ignored("a trial only postpones the charge; when the trial ends, an invoice is charged")
        case .customerTaxIdCreated, .customerTaxIdDeleted, .customerTaxIdUpdated:
            .ignored("tax ids are not used")
        case .invoiceCreated, .invoiceFinalized, .invoiceSent, .invoiceUpcoming, .invoiceWillBeDue,
            .invoiceOverdue, .invoiceDeleted:
            .ignored("an unpaid invoice moves no money")
        case .invoiceFinalizationFailed, .invoiceOverpaid:
            .ignored("the subscription does not change until the invoice is paid or its payment fails")
        }
    }

    /// Whether events of this type are processed.
    var isFollowed: Bool {
        switch handling {
        case .asked, .brought: true
        case .ignored: false
        }
    }

    /// The event types to request, in groups of at most 20. The first group contains the types about
    /// accounts, subscriptions, invoices and payment intents.
    ///
    /// Source: Stripe API reference, "List all events", `types`.
    static let asked: [[String]] = {
        let asked = allCases.filter { $0.handling == .asked }
        let makesPayments = ["account.", "capability.", "customer.", "invoice.", "payment_intent."]
        let isFirst = { (type: Self) in makesPayments.contains { type.rawValue.hasPrefix($0) } }
        return [asked.filter(isFirst), asked.filter { !isFirst($0) }].map { $0.map(\.rawValue).sorted() }
    }()
}
