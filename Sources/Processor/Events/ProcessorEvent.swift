public import Foundation
public import TimeKit

/// Something happened at the processor. It may be told twice, late, in any order, or never.
///
/// Source: Stripe API reference, "Events"; documentation, "Types of events".
public struct ProcessorEvent: ProcessorObject {
    /// What it is, as Stripe spells it.
    public static let objectName = "event"
    /// What it is, as Stripe spells it.
    public var object = ProcessorEvent.objectName
    /// `evt_…`
    public var id: String
    /// The second in which it was made.
    public var created: Timestamp
    /// `payment_intent.succeeded`
    public var type: String
    /// The connected account that it happened to; nil for the platform.
    public var account: String?
    /// What it happened to, as it was then.
    public var subject: EventSubject
    /// Real money; never true here.
    public var livemode = false

    /// One of these fields.
    public init(id: String, created: Timestamp, type: String, account: String?, subject: EventSubject) {
        self.id = id
        self.created = created
        self.type = type
        self.account = account
        self.subject = subject
    }
}

/// The noun of an event, as it was when it happened.
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
    /// A noun that only the processor's API has: what kind it is, and the noun as the processor keeps it.
    case other(object: String, json: Data)
}
