public import Foundation
public import TimeKit

/// An event at the processor. It may be delivered twice, late, in any order, or never.
///
/// Source: Stripe API reference, "Events"; documentation, "Types of events".
public struct ProcessorEvent: ProcessorObject {
    /// Stripe's name of this object type.
    public static let objectName = "event"
    /// The value of Stripe's `object` field.
    public var object = ProcessorEvent.objectName
    /// The id, `evt_…`.
    public var id: String
    /// The creation time, in whole seconds.
    public var created: Timestamp
    /// The type, such as `payment_intent.succeeded`.
    public var type: String
    /// The connected account in which it happened; nil for the platform.
    public var account: String?
    /// The event's object as it was at that time.
    public var subject: EventSubject
    /// Whether real money moves; always false here.
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

/// The object of an event as it was when the event happened.
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
    /// An object that exists only in the processor's API, with its type and the JSON that the processor stores.
    case other(object: String, json: Data)
}
