import MoneyKit
import Processor
import TimeKit

/// A product in Stripe's JSON format.
struct ProductResponse: StripeResponse {
    var id: String
    var created: Int64
    var name: String
    var active: Bool
    var metadata: Metadata?

    func object(of account: String?) throws(ProcessorError) -> Product {
        var product = Product(id: id, created: Timestamp(seconds: created), name: name)
        product.active = active
        product.metadata = metadata ?? [:]
        return product
    }
}

/// A price in Stripe's JSON format.
struct PriceResponse: StripeResponse {
    var id: String
    var created: Int64
    var product: Reference
    var unitAmount: Int64?
    var currency: String
    var recurring: Recurring?
    var active: Bool

    struct Recurring: Decodable, Sendable {
        var interval: String
    }

    func object(of account: String?) throws(ProcessorError) -> Price {
        let interval: Price.Interval? = try recurring.map { response throws(ProcessorError) in
            try Unreadable.word(response.interval, in: "recurring.interval")
        }
        var price = Price(
            id: id, created: Timestamp(seconds: created), product: product.id, unitAmount: unitAmount ?? 0,
            currency: try Unreadable.currency(currency), interval: interval)
        price.active = active
        return price
    }
}

/// A subscription in Stripe's JSON format.
struct SubscriptionResponse: StripeResponse {
    var id: String
    var created: Int64
    var customer: Reference
    var status: String
    var items: Items
    var billingCycleAnchor: Int64
    var trialEnd: Int64?
    var cancelAtPeriodEnd: Bool
    var canceledAt: Int64?
    var endedAt: Int64?
    var pauseCollection: Pause?
    var defaultPaymentMethod: Reference?
    var latestInvoice: Reference?
    var transferData: TransferData?
    var onBehalfOf: Reference?
    var applicationFeePercent: Percent?
    var description: String?
    var metadata: Metadata?

    struct Items: Decodable, Sendable {
        var data: [Item]
    }

    struct Item: Decodable, Sendable {
        var id: String
        var created: Int64
        var price: PriceResponse
        var quantity: Int64?
        var currentPeriodStart: Int64
        var currentPeriodEnd: Int64
    }

    struct Pause: Decodable, Sendable {
        var resumesAt: Int64?
    }

    func object(of account: String?) throws(ProcessorError) -> Subscription {
        guard let item = items.data.first else { throw Unreadable.value("no item", in: "items") }
        var subscription = Subscription(
            id: id, created: Timestamp(seconds: created), customer: customer.id,
            status: try Unreadable.word(status, in: "status"), price: try item.price.object(of: account),
            billingCycleAnchor: Timestamp(seconds: billingCycleAnchor),
            currentPeriodStart: Timestamp(seconds: item.currentPeriodStart),
            currentPeriodEnd: Timestamp(seconds: item.currentPeriodEnd))
        subscription.quantity = item.quantity ?? 1
        if items.data.count > 1 {
            var parts: [Subscription.Item] = []
            for item in items.data {
                parts.append(
                    Subscription.Item(
                        id: item.id, created: Timestamp(seconds: item.created),
                        price: try item.price.object(of: account), quantity: item.quantity ?? 1))
            }
            subscription.items = parts
        }
        subscription.trialEnd = Timestamp(trialEnd)
        subscription.cancelAtPeriodEnd = cancelAtPeriodEnd
        subscription.canceledAt = Timestamp(canceledAt)
        subscription.endedAt = Timestamp(endedAt)
        subscription.pausedUntil = pauseCollection.map {
            Subscription.PausedCollection(resumesAt: Timestamp($0.resumesAt))
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
    var expiresAt: Int64?
    var timesRedeemed: Int64
    var promotion: Promotion

    struct Promotion: Decodable, Sendable {
        var coupon: Coupon
    }

    struct Coupon: Decodable, Sendable {
        var percentOff: Percent?
        var amountOff: Int64?
        var currency: String?
        var duration: String
    }

    func object(of account: String?) throws(ProcessorError) -> PromotionCode {
        let (coupon, off) = (promotion.coupon, try off())
        return PromotionCode(
            id: id, code: code, off: off, duration: try Unreadable.word(coupon.duration, in: "duration"),
            isActive: active, expiresAt: Timestamp(expiresAt), timesRedeemed: timesRedeemed)
    }

    private func off() throws(ProcessorError) -> PromotionCode.Off {
        let coupon = promotion.coupon
        if let share = coupon.percentOff { return .percent(BasisPoints(share.basisPoints)) }
        guard let amount = coupon.amountOff, let currency = coupon.currency else {
            throw Unreadable.value("no discount", in: "promotion.coupon")
        }
        return .amount(Money(amount, try Unreadable.currency(currency)))
    }
}

/// A percentage, rounded to two decimal places.
struct Percent: Decodable, Sendable {
    var basisPoints: Int64

    init(from decoder: any Decoder) throws {
        let percent = try decoder.singleValueContainer().decode(Double.self)
        basisPoints = Int64((percent * 100).rounded())
    }
}

/// An invoice in Stripe's JSON format.
struct InvoiceResponse: StripeResponse {
    var id: String
    var created: Int64
    var customer: Reference?
    var parent: Parent?
    var status: String?
    var billingReason: String?
    var amountDue: Int64
    var amountPaid: Int64
    var currency: String
    var periodStart: Int64
    var periodEnd: Int64
    var attemptCount: Int
    var nextPaymentAttempt: Int64?
    var automaticallyFinalizesAt: Int64?
    var payments: Payments?
    var statusTransitions: Transitions
    var metadata: Metadata?

    struct Parent: Decodable, Sendable {
        var subscriptionDetails: Details?

        struct Details: Decodable, Sendable {
            var subscription: Reference
            var metadata: Metadata?
        }
    }

    struct Transitions: Decodable, Sendable {
        var paidAt: Int64?
    }

    struct Payments: Decodable, Sendable {
        var data: [Paid]

        struct Paid: Decodable, Sendable {
            var payment: Means

            struct Means: Decodable, Sendable {
                var paymentIntent: Intent?
            }
        }
    }

    /// A payment intent. If Stripe did not expand the payment intent in the response, only the id is set.
    struct Intent: Decodable, Sendable {
        var id: String
        var latestCharge: Reference?
        var applicationFeeAmount: Int64?

        init(from decoder: any Decoder) throws {
            if let id = try? decoder.singleValueContainer().decode(String.self) {
                self.id = id
            } else {
                let fields = try decoder.container(keyedBy: Key.self)
                id = try fields.decode(String.self, forKey: .id)
                latestCharge = try fields.decodeIfPresent(Reference.self, forKey: .latestCharge)
                applicationFeeAmount = try fields.decodeIfPresent(Int64.self, forKey: .applicationFeeAmount)
            }
        }

        private enum Key: String, CodingKey { case id, latestCharge, applicationFeeAmount }
    }

    func object(of account: String?) throws(ProcessorError) -> Invoice {
        var invoice = Invoice(
            id: id, created: Timestamp(seconds: created), customer: customer?.id ?? "",
            subscription: parent?.subscriptionDetails?.subscription.id ?? "",
            status: try Unreadable.word(status ?? "", in: "status"),
            billingReason: try Unreadable.word(billingReason ?? "", in: "billing_reason"),
            amountDue: amountDue,
            currency: try Unreadable.currency(currency), periodStart: Timestamp(seconds: periodStart),
            periodEnd: Timestamp(seconds: periodEnd))
        let intent = payments?.data.last?.payment.paymentIntent
        invoice.amountPaid = amountPaid
        invoice.attemptCount = attemptCount
        invoice.nextPaymentAttempt = Timestamp(nextPaymentAttempt)
        invoice.finalizesAt = Timestamp(automaticallyFinalizesAt)
        invoice.paymentIntent = intent?.id
        invoice.charge = invoice.status == .paid ? intent?.latestCharge?.id : nil
        invoice.applicationFeeAmount = intent?.applicationFeeAmount
        invoice.paidAt = Timestamp(statusTransitions.paidAt)
        invoice.metadata = parent?.subscriptionDetails?.metadata ?? metadata ?? [:]
        return invoice
    }
}
