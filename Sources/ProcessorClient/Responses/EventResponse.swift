import Foundation
import Processor
public import TimeKit

/// An event in Stripe's JSON format. The subject is nil if this package has no type for the event's object,
/// or cannot decode the object.
struct EventResponse: Decodable, Sendable {
    var head: EventHead
    var subject: Subject?

    init(from decoder: any Decoder) throws {
        head = try EventHead(from: decoder)
        let data = try decoder.container(keyedBy: Key.self).nestedContainer(keyedBy: Key.self, forKey: .data)
        subject = try? data.decode(Subject.self, forKey: .object)
    }

    private enum Key: String, CodingKey { case data, object }

    /// The object that an event is about. The `object` field of its JSON determines the Swift type to decode.
    struct Subject: Decodable, Sendable {
        var kind: String
        var answer: any StripeResponse

        init(from decoder: any Decoder) throws {
            kind = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .object)
            answer =
                switch kind {
                case PaymentIntent.objectName: try PaymentIntentResponse(from: decoder)
                case Charge.objectName: try ChargeResponse(from: decoder)
                case Refund.objectName: try RefundResponse(from: decoder)
                case Dispute.objectName: try DisputeResponse(from: decoder)
                case Transfer.objectName: try TransferResponse(from: decoder)
                case ApplicationFee.objectName: try ApplicationFeeResponse(from: decoder)
                case Payout.objectName: try PayoutResponse(from: decoder)
                case Account.objectName: try AccountResponse(from: decoder)
                case Customer.objectName: try CustomerResponse(from: decoder)
                case Subscription.objectName: try SubscriptionResponse(from: decoder)
                case Invoice.objectName: try InvoiceResponse(from: decoder)
                case PaymentMethod.objectName: try PaymentMethodResponse(from: decoder)
                case Product.objectName: try ProductResponse(from: decoder)
                case Price.objectName: try PriceResponse(from: decoder)
                default:
                    throw DecodingError.dataCorrupted(
                        .init(
                            codingPath: decoder.codingPath,
                            debugDescription: "the event type \(kind) is unknown"))
                }
        }

        private enum Key: String, CodingKey { case object }
    }

    /// Returns the event, or nil if this package has no type for the event's object or cannot decode the
    /// object. An event about a detail of a connected account, such as a capability, is always returned.
    func object() -> ProcessorEvent? {
        guard let answer = subject?.answer else { return ofAccount }
        // An unknown value, such as a new reason of an invoice, must not hide the other events of a page.
        guard let decoded = try? answer.object(of: head.account) else { return nil }
        let object: EventSubject? =
            switch decoded as Any {
            case let object as PaymentIntent: .paymentIntent(object)
            case let object as Charge: .charge(object)
            case let object as Refund: .refund(object)
            case let object as Dispute: .dispute(object)
            case let object as Transfer: .transfer(object)
            case let object as ApplicationFee: .applicationFee(object)
            case let object as Payout: .payout(object)
            case let object as Account: .account(object)
            case let object as Customer: .customer(object)
            case let object as Subscription: .subscription(object)
            case let object as Invoice: .invoice(object)
            case let object as PaymentMethod: .paymentMethod(object)
            case let object as Product: .product(object)
            case let object as Price: .price(object)
            default: nil
            }
        return object.map {
            ProcessorEvent(
                id: head.id, created: head.created, type: head.type, account: head.account, subject: $0)
        }
    }

    /// The event without its object's JSON. Nil unless the object, such as a capability, is part of a
    /// connected account. To read the missing data, callers can retrieve the account.
    private var ofAccount: ProcessorEvent? {
        guard let account = head.account, Self.partsOfAccount.contains(head.subject.object) else {
            return nil
        }
        return ProcessorEvent(
            id: head.id, created: head.created, type: head.type, account: account,
            subject: .other(object: head.subject.object, json: Data()))
    }

    private static let partsOfAccount: Set<String> = ["capability", "bank_account", "card", "application"]
}

/// A page of a list of events, with either whole events or only their basic fields.
struct EventListResponse<Event: Decodable & Sendable>: Decodable, Sendable {
    var data: [Event]
    var hasMore: Bool
}

/// The basic fields of an event, which are the same for all types of objects.
///
/// Source: Stripe API reference, "The Event object".
public struct EventHead: Decodable, Sendable {
    /// The event's id, `evt_…`.
    public var id: String
    /// The time of the event according to the processor's clock.
    public var created: Timestamp
    /// The type, such as `charge.refunded`.
    public var type: String
    /// The id of the connected account that the event belongs to, `acct_…`. Nil if the event belongs to the
    /// platform.
    public var account: String?
    /// The number of the event's webhook deliveries that are still pending.
    public var pendingWebhooks: Int
    /// The request that caused the event. Nil if the processor did not report a cause.
    public var request: Cause?
    /// The id and the type of the object that the event is about.
    public var subject: Subject

    /// The API request that caused an event, if any.
    public struct Cause: Decodable, Sendable {
        /// The id of the request, `req_…`. Nil if no request caused the event.
        public var id: String?
        /// The idempotency key of the request. Nil if the request had no key.
        public var idempotencyKey: String?
    }

    /// The id and the type of the object that an event is about.
    public struct Subject: Decodable, Sendable {
        /// The object's id, such as `ch_…`. Nil for an object without an id, such as a balance.
        public var id: String?
        /// The object's type, such as `charge`.
        public var object: String
    }

    /// Decodes the basic fields of an event in Stripe's JSON format.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        id = try fields.decode(String.self, forKey: .id)
        created = Timestamp(seconds: try fields.decode(Int64.self, forKey: .created))
        type = try fields.decode(String.self, forKey: .type)
        account = try fields.decodeIfPresent(String.self, forKey: .account)
        pendingWebhooks = try fields.decode(Int.self, forKey: .pendingWebhooks)
        request = try fields.decodeIfPresent(Cause.self, forKey: .request)
        subject = try fields.nestedContainer(keyedBy: Key.self, forKey: .data).decode(
            Subject.self, forKey: .object)
    }

    private enum Key: String, CodingKey {
        case id, created, type, account, pendingWebhooks, request, data, object
    }
}
