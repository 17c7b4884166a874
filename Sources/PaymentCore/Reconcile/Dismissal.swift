public import MoneyKit
public import TimeKit

/// A person's decision, with the reason, not to record a charge, refund or transfer that exists at the
/// processor.
public struct Dismissal: Hashable, Sendable, Codable {
    /// The object's id at the processor: `ch_…`, `py_…`, `re_…` or `tr_…`.
    public var id: String
    /// The object's amount at the processor.
    public var amount: Money
    /// The account that received the money, or nil for the platform.
    public var account: String?
    /// The person's reason for leaving the object out of the books.
    public var reason: String
    /// The time at which the processor created the object.
    public var created: Timestamp
    /// The time of the dismissal.
    public var dismissed: Timestamp

    /// The maximum length of a reason, in characters.
    public static let mostReason = 500
}
