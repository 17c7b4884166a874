import MoneyKit
import Processor
import TimeKit

/// A product in Stripe's JSON format.
struct ProductResponse: StripeResponse {
    var id: String
    var created: Timestamp
    var name: String
    var active: Bool
    var metadata: Metadata?

    func object(of account: String?) throws(ProcessorError) -> Product {
        var product = Product(id: id, created: created, name: name)
        product.active = active
        product.metadata = metadata ?? [:]
        return product
    }
}

/// A price in Stripe's JSON format.
struct PriceResponse: StripeResponse {
    var id: String
    var created: Timestamp
    var product: Reference
    var unitAmount: Int64?
    var currency: String
    var recurring: Recurring?
    var active: Bool

    struct Recurring: Decodable {
        var interval: String
    }

    func object(of account: String?) throws(ProcessorError) -> Price {
        let interval: Price.Interval? = try recurring.map { response throws(ProcessorError) in
            try Unreadable.word(response.interval, in: "recurring.interval")
        }
        var price = Price(
            id: id, created: created, product: product.id, unitAmount: unitAmount ?? 0,
            currency: try Unreadable.currency(currency), interval: interval)
        price.active = active
        return price
    }
}

/// A subscription in Stripe's JSON format.
struct SubscriptionResponse: StripeResponse {
    var id: String
    var created: Timestamp
    var customer: Reference
    var status: String
    var items: Items
    var billingCycleAnchor: Timestamp
    var trialEnd: Timestamp?
    var cancelAtPeriodEnd: Bool
    var canceledAt: Timestamp?
    var endedAt: Timestamp?
    var pauseCollection: Pause?
    var defaultPaymentMethod: Reference?
    var latestInvoice: Reference?
    var transferData: TransferData?
    var onBehalfOf: Reference?
    var applicationFeePercent: Percent?
    var description: String?
    var metadata: Metadata?

    struct Items: Decodable {
        var data: [Item]
    }

    struct Item: Decodable {
        var id: String
        var created: Timestamp
        var price: PriceResponse
        var quantity: Int64?
        var currentPeriodStart: Timestamp
        var currentPeriodEnd: Timestamp
    }

    struct Pause: Decodable {
        var resumesAt: Timestamp?
    }

    func object(of account: String?) throws(ProcessorError) -> Subscription {
        guard let item = items.data.first else { throw Unreadable.value("no item", in: "items") }
        var subscription = Subscription(
            id: id, created: created, customer: customer.id,
            status: try Unreadable.word(status, in: "status"), price: try item.price.object(of: account),
            billingCycleAnchor: billingCycleAnchor,
            currentPeriodStart: item.currentPeriodStart,
            currentPeriodEnd: item.currentPeriodEnd)
        subscription.quantity = item.quantity ?? 1
        if items.data.count > 1 {
            subscription.items = try items.data.map { item throws(ProcessorError) in
                Subscription.Item(
                    id: item.id, created: item.created, price: try item.price.object(of: account),
                    quantity: item.quantity ?? 1)
            }
        }
        subscription.trialEnd = trialEnd
        subscription.cancelAtPeriodEnd = cancelAtPeriodEnd
        subscription.canceledAt = canceledAt
        subscription.endedAt = endedAt
        subscription.pausedUntil = pauseCollection.map {
            Subscription.PausedCollection(resumesAt: $0.resumesAt)
        }
        subscription.defaultPaymentMethod = defaultPaymentMethod?.id
        subscription.latestInvoice = latestInvoice?.id
        subscription.destination = transferData?.destination.id
        subscription.onBehalfOf = onBehalfOf?.id
        subscription.applicationFeeBasisPoints = applicationFeePercent?.basisPoints
        subscription.description = description
        subscription.metadata = metadata ?? [:]
        return subscription
    }
}

/// A promotion code in Stripe's JSON format, with its coupon expanded.
struct PromotionCodeResponse: StripeResponse {
    var id: String
    var code: String
    var active: Bool
    var expiresAt: Timestamp?
    var timesRedeemed: Int64
    var promotion: Promotion

    struct Promotion: Decodable {
        var coupon: Coupon
    }

    struct Coupon: Decodable {
        var percentOff: Percent?
        var amountOff: Int64?
        var currency: String?
        var duration: String

        func off() throws(ProcessorError) -> PromotionCode.Off {
            if let percentOff { return .percent(BasisPoints(percentOff.basisPoints)) }
            guard let amountOff, let currency else {
                throw Unreadable.value("no discount", in: "promotion.coupon")
            }
            return .amount(Money(amountOff, try Unreadable.currency(currency)))
        }
    }

    func object(of account: String?) throws(ProcessorError) -> PromotionCode {
        let coupon = promotion.coupon
        return PromotionCode(
            id: id, code: code, off: try coupon.off(),
            duration: try Unreadable.word(coupon.duration, in: "duration"),
            isActive: active, expiresAt: expiresAt, timesRedeemed: timesRedeemed)
    }
}

/// A percentage, rounded to two decimal places.
struct Percent: Decodable {
    var basisPoints: Int64

    init(from decoder: any Decoder) throws {
        let percent = try decoder.singleValueContainer().decode(Double.self)
        basisPoints = Int64((percent * 100).rounded())
    }
}

/// An invoice in Stripe's JSON format.
struct InvoiceResponse: StripeResponse {
    var id: String
    var created: Timestamp
    var customer: Reference?
    var parent: Parent?
    var status: String?
    var billingReason: String?
    var amountDue: Int64
    var amountPaid: Int64
    var currency: String
    var periodStart: Timestamp
    var periodEnd: Timestamp
    var attemptCount: Int
    var nextPaymentAttempt: Timestamp?
    var automaticallyFinalizesAt: Timestamp?
    var payments: Payments?
    var statusTransitions: Transitions
    var metadata: Metadata?

    struct Parent: Decodable {
        var subscriptionDetails: Details?

        struct Details: Decodable {
            var subscription: Reference
            var metadata: Metadata?
        }
    }

    struct Transitions: Decodable {
        var paidAt: Timestamp?
    }

    struct Payments: Decodable {
        var data: [Paid]

        struct Paid: Decodable {
            var payment: Means

            struct Means: Decodable {
                var paymentIntent: Expandable<Intent>?
            }
        }
    }

    /// A payment intent. If Stripe did not expand the payment intent in the response, only the id is set.
    struct Intent: Decodable {
        var latestCharge: Reference?
        var applicationFeeAmount: Int64?
    }

    func object(of account: String?) throws(ProcessorError) -> Invoice {
        var invoice = Invoice(
            id: id, created: created, customer: customer?.id ?? "",
            subscription: parent?.subscriptionDetails?.subscription.id ?? "",
            status: try Unreadable.word(status ?? "", in: "status"),
            billingReason: try Unreadable.word(billingReason ?? "", in: "billing_reason"),
            amountDue: amountDue,
            currency: try Unreadable.currency(currency), periodStart: periodStart,
            periodEnd: periodEnd)
        let intent = payments?.data.last?.payment.paymentIntent
        invoice.amountPaid = amountPaid
        invoice.attemptCount = attemptCount
        invoice.nextPaymentAttempt = nextPaymentAttempt
        invoice.finalizesAt = automaticallyFinalizesAt
        invoice.paymentIntent = intent?.id
        invoice.charge = invoice.status == .paid ? intent?.details?.latestCharge?.id : nil
        invoice.applicationFeeAmount = intent?.details?.applicationFeeAmount
        invoice.paidAt = statusTransitions.paidAt
        invoice.metadata = parent?.subscriptionDetails?.metadata ?? metadata ?? [:]
        return invoice
    }
}
