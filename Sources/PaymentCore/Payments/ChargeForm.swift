import MoneyKit
import Processor
import TimeKit

/// How money is charged, and for whom: the three ways of the one money path.
///
/// A held charge has a payee and a charge for the platform has none: another mix cannot be written.
public enum ChargeForm: Hashable, Sendable {
    /// The payee's share goes to its account with the charge; the payee gives what goes back.
    ///
    /// Source: Stripe documentation, "Create destination charges".
    case destination(payee: String)
    /// All reaches the platform; the payee's share stands at `held:{payment}` until it is released by a transfer.
    ///
    /// Source: Stripe documentation, "Create separate charges and transfers".
    case held(payee: String)
    /// All is the platform's: no payee, and what is not a fee is this revenue.
    case platform(revenue: LedgerAccount)

    /// The connected account that gets its share; nil where there is none.
    public var payee: String? {
        switch self {
        case .destination(let payee), .held(let payee): payee
        case .platform: nil
        }
    }

    /// The account on which the payee's share stands once it is charged.
    func share(of payment: String) -> LedgerAccount {
        switch self {
        case .destination(let payee): .payee(payee)
        case .held: .held(payment)
        case .platform(let revenue): revenue
        }
    }

    /// What is the payee's right after the charge.
    var settlementOfCharge: Settlement {
        switch self {
        case .destination: .released
        case .held: .held
        case .platform: .none
        }
    }

    /// The processor itself takes the payee's share back, and its application fee, when money goes back.
    var isReversedByProcessor: Bool {
        switch self {
        case .destination: true
        case .held, .platform: false
        }
    }

    /// Who bears what the processor takes for a dispute: the payee where fees are passed through, else the platform.
    var disputeFeeAccount: LedgerAccount {
        switch self {
        case .destination(let payee): .receivable(payee)
        case .held, .platform: .disputeFee
        }
    }

    /// Whom the guard against stolen cards counts tries for.
    var guardName: String { payee ?? "platform" }

    /// Whose product it is at the processor: the payee's, or that of what the platform sells.
    var productOwner: String {
        switch self {
        case .destination(let payee), .held(let payee): payee
        case .platform(let revenue): revenue.rawValue
        }
    }

    /// Builds the request that creates a monthly subscription in this form.
    ///
    /// The first period is charged at once, as an added amount. The price is charged from the schedule's next day on,
    /// and the time before that is free. If the next occurrence of the day is in a month that is already paid, a trial
    /// skips it.
    ///
    /// Source: Stripe documentation, "Create subscriptions" of Connect: an application fee needs an account; "Set the
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
            // The buyer is present, so that their bank can ask them.
            request.isOnSession = true
        }
        request.promotionCode = schedule.promotionCode
        guard let day = schedule.day else { return request }
        let total = schedule.quote.total
        request.anchor = BillingAnchor(dayOfMonth: day.day, hour: day.hour, minute: 0, second: 0)
        request.addedAmount = .init(
            product: price.product, amount: total.minorUnits, currency: total.currency)
        let next = day.next(after: now)
        if next < day.next(after: now, behind: schedule.paidMonth) {
            // One extra day keeps the trial's end in the future if the request must be resent.
            request.trialEnd = next.adding(seconds: 86_400)
        }
        return request
    }

    /// What is asked of the processor to charge a payment in this form.
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
