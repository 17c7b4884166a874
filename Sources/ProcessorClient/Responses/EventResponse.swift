import Foundation
import Processor
public import TimeKit

/// An event in Stripe's JSON format. The subject is nil if this package has no type for the event's object,
/// or cannot decode the object.
struct EventResponse: Decodable {
    var head: EventHead
    var subject: Subject?

    init(from decoder: any Decoder) throws {
        head = try EventHead(from: decoder)
        let data = try decoder.container(keyedBy: Key.self).nestedContainer(keyedBy: Key.self, forKey: .data)
        subject = try? data.decode(Subject.self, forKey: .object)
    }

    private enum Key: String, CodingKey { case data, object }

    /// The object that an event is about. The `object` field of its JSON determines the Swift type to decode.
    struct Subject: Decodable {
        /// Converts the object. The parameter is the connected account that the event belongs to, or nil.
        var converted: @Sendable (String?) throws -> EventSubject

        init(from decoder: any Decoder) throws {
            func read<Response: StripeResponse>(
                _ kind: Response.Type, _ subject: @escaping @Sendable (Response.Object) -> EventSubject
            ) throws -> @Sendable (String?) throws -> EventSubject {
                let response = try Response(from: decoder)
                return { subject(try response.object(of: $0)) }
            }
            let kind = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .object)
            converted =
                switch kind {
                case PaymentIntent.objectName:
                    try read(PaymentIntentResponse.self, EventSubject.paymentIntent)
                case Charge.objectName: try read(ChargeResponse.self, EventSubject.charge)
                case Refund.objectName: try read(RefundResponse.self, EventSubject.refund)
                case Dispute.objectName: try read(DisputeResponse.self, EventSubject.dispute)
                case Transfer.objectName: try read(TransferResponse.self, EventSubject.transfer)
                case ApplicationFee.objectName:
                    try read(ApplicationFeeResponse.self, EventSubject.applicationFee)
                case Payout.objectName: try read(PayoutResponse.self, EventSubject.payout)
                case Account.objectName: try read(AccountResponse.self, EventSubject.account)
                case Customer.objectName: try read(CustomerResponse.self, EventSubject.customer)
                case Subscription.objectName: try read(SubscriptionResponse.self, EventSubject.subscription)
                case Invoice.objectName: try read(InvoiceResponse.self, EventSubject.invoice)
                case PaymentMethod.objectName:
                    try read(PaymentMethodResponse.self, EventSubject.paymentMethod)
                case Product.objectName: try read(ProductResponse.self, EventSubject.product)
                case Price.objectName: try read(PriceResponse.self, EventSubject.price)
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
        guard let subject else { return ofAccount }
        // An unknown value, such as a new reason of an invoice, must not hide the other events of a page.
        return (try? subject.converted(head.account)).map(event)
    }

    private func event(_ subject: EventSubject) -> ProcessorEvent {
        ProcessorEvent(
            id: head.id, created: head.created, type: head.type, account: head.account, subject: subject)
    }

    /// The event without its object's JSON. Nil unless the object, such as a capability, is part of a
    /// connected account. To read the missing data, callers can retrieve the account.
    private var ofAccount: ProcessorEvent? {
        guard head.account != nil, Self.partsOfAccount.contains(head.subject.object) else { return nil }
        return event(.other(object: head.subject.object, json: Data()))
    }

    private static let partsOfAccount: Set<String> = ["capability", "bank_account", "card", "application"]
}

/// A page of a list of events, with either whole events or only their basic fields.
struct EventListResponse<Event: Decodable>: Decodable {
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
        created = try fields.decode(Timestamp.self, forKey: .created)
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
