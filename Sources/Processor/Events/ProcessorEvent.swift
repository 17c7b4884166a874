public import Foundation
public import TimeKit

/// An event that the processor reports. The processor may deliver the event more than once, late, out of
/// order or not at all.
///
/// Source: Stripe API reference, "Events"; documentation, "Types of events".
public struct ProcessorEvent: ProcessorObject {
    /// The name of this object type in Stripe's API.
    public static let objectName = "event"
    /// The value of the object's `object` field in Stripe's API.
    public var object = ProcessorEvent.objectName
    /// The id, `evt_…`.
    public var id: String
    /// The time at which the object was created, with a precision of one second.
    public var created: Timestamp
    /// The type of the event, such as `payment_intent.succeeded`.
    public var type: String
    /// The id of the connected account that the event belongs to. Nil if the event belongs to the platform.
    public var account: String?
    /// The object that the event is about, in its state at the time of the event.
    public var subject: EventSubject
    /// Whether the event occurred in live mode rather than test mode. Always false in this package.
    public var livemode = false

    /// Creates an event.
    public init(id: String, created: Timestamp, type: String, account: String?, subject: EventSubject) {
        self.id = id
        self.created = created
        self.type = type
        self.account = account
        self.subject = subject
    }
}

/// The object that an event is about, in its state at the time of the event.
public enum EventSubject: Hashable, Sendable, Codable {
    case paymentIntent(PaymentIntent)
    case charge(Charge)
    case refund(Refund)
    case dispute(Dispute)
    case transfer(Transfer)
    case applicationFee(ApplicationFee)
    case payout(Payout)
    case account(Account)
    case customer(Customer)
    case subscription(Subscription)
    case invoice(Invoice)
    case paymentMethod(PaymentMethod)
    case product(Product)
    case price(Price)
    /// An object of a type that this package does not define. `object` is the name of the type in Stripe's
    /// API. `json` is empty if the object's JSON is not available.
    case other(object: String, json: Data)
}
