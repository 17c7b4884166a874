import MoneyKit
import Processor
import TimeKit

/// The way in which a payment is charged, including the payee.
///
/// A held charge always has a payee, and a charge for the platform never does. Other combinations are not
/// representable.
public enum ChargeForm: Hashable, Sendable {
    /// The payee's share is transferred to the payee's account together with the charge. Refunds are taken
    /// from the payee.
    ///
    /// Source: Stripe documentation, "Create destination charges".
    case destination(payee: String)
    /// The platform receives the whole amount. The payee's share stays in the ledger account `held:{payment}`
    /// until a transfer releases it.
    ///
    /// Source: Stripe documentation, "Create separate charges and transfers".
    case held(payee: String)
    /// The whole amount belongs to the platform. `revenue` is the ledger account for the amount minus the
    /// application fee.
    case platform(revenue: LedgerAccount)

    /// The connected account that receives the payee's share; nil for the platform's own revenue.
    public var payee: String? {
        switch self {
        case .destination(let payee), .held(let payee): payee
        case .platform: nil
        }
    }

    /// Returns the ledger account that receives the total minus the application fee.
    func share(of payment: String) -> LedgerAccount {
        switch self {
        case .destination(let payee): .payee(payee)
        case .held: .held(payment)
        case .platform(let revenue): revenue
        }
    }

    /// The settlement state of the payee's share immediately after the charge.
    var settlementOfCharge: Settlement {
        switch self {
        case .destination: .released
        case .held: .held
        case .platform: .none
        }
    }

    /// Whether the processor itself reverses the transfer to the payee and returns the application fee when a
    /// payment is refunded.
    var isReversedByProcessor: Bool {
        switch self {
        case .destination: true
        case .held, .platform: false
        }
    }

    /// The ledger account that is debited for the processor's dispute fee: the payee's receivable account for
    /// a destination charge; otherwise, the platform's expense account for disputes.
    var disputeFeeAccount: LedgerAccount {
        switch self {
        case .destination(let payee): .receivable(payee)
        case .held, .platform: .disputeFee
        }
    }

    /// The name under which the fraud guard counts attempts: the payee's account, or `platform`.
    var guardName: String { payee ?? "platform" }

    /// The owner of the processor's product to which the prices of subscriptions belong: the payee, or the
    /// revenue account for the platform's own sales.
    var productOwner: String {
        switch self {
        case .destination(let payee), .held(let payee): payee
        case .platform(let revenue): revenue.rawValue
        }
    }

    /// Creates the request for a subscription that is charged in this way.
    ///
    /// If the schedule has a charge day, the first period is charged immediately as an additional amount. The
    /// regular charges start on the next charge day, and the days before it are free. If the next charge day
    /// is in a month that is already paid, a trial skips that day.
    ///
    /// Source: Stripe Connect documentation, "Create subscriptions"; Stripe documentation, "Set the
    /// subscription billing renewal date".
    func subscription(of schedule: Schedule, price: Price, at now: Timestamp) -> Subscription.Create {
        var request = Subscription.Create(
            customer: schedule.customer ?? "", price: price.id, errorIfIncomplete: true,
            description: schedule.statementDescriptor,
            metadata: (schedule.metadata ?? [:]).merging(schedule.quote.metadata) { $1 }
                .merging(["schedule_id": schedule.id, "kind": schedule.kind]) { $1 })
        if let payee {
            request.destination = payee
            request.onBehalfOf = payee
            request.applicationFeeBasisPoints = schedule.feeStep.rawValue
        } else {
            // The buyer is present and can confirm the charge if the bank asks for it.
            request.isOnSession = true
        }
        request.promotionCode = schedule.promotionCode
        guard let day = schedule.day else { return request }
        let total = schedule.quote.total
        request.anchor = BillingAnchor(dayOfMonth: day.day, hour: day.hour, minute: 0, second: 0)
        request.addedAmount = .init(
            product: price.product, amount: total.minorUnits, currency: total.currency)
        let next = day.next(after: now)
        if next < day.next(after: now, laterThan: schedule.paidMonth) {
            // With one additional day, the end of the trial is still in the future if the request must be sent again.
            request.trialEnd = next.adding(seconds: 86_400)
        }
        return request
    }

    /// Creates the request for a payment that is charged in this way.
    func request(for payment: Payment, _ order: PaymentOrder) -> PaymentIntent.Create {
        var request = PaymentIntent.Create(
            amount: payment.total.minorUnits, currency: payment.total.currency, paymentMethod: order.method,
            confirm: true, statementDescriptor: order.statementDescriptor,
            metadata: order.metadata.merging(payment.quote.metadata) { $1 }
                .merging(["payment_id": payment.id, "kind": payment.kind]) { $1 })
        switch self {
        case .destination(let payee):
            request.destination = payee
            request.onBehalfOf = payee
            request.applicationFeeAmount = payment.applicationFeeMinor
        case .held: request.transferGroup = payment.id
        case .platform: break
        }
        return request
    }
}
