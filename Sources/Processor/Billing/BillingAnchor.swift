/// The day and time in UTC on which the periods of a subscription begin, months that are too short by their last day.
///
/// Only for prices by the month or year.
///
/// Source: Stripe API reference, "Create a subscription", `billing_cycle_anchor_config`.
public struct BillingAnchor: Hashable, Sendable, Codable {
    /// 1...31.
    public var dayOfMonth: Int
    /// 1...12: the month of a yearly price, or of one that comes every few months.
    public var month: Int?
    /// 0...23; nil: the hour at which the subscription is made.
    public var hour: Int?
    /// 0...59; nil: the minute at which the subscription is made.
    public var minute: Int?
    /// 0...59; nil: the second at which the subscription is made.
    public var second: Int?

    /// An anchor of these parts.
    public init(
        dayOfMonth: Int, month: Int? = nil, hour: Int? = nil, minute: Int? = nil, second: Int? = nil
    ) {
        self.dayOfMonth = dayOfMonth
        self.month = month
        self.hour = hour
        self.minute = minute
        self.second = second
    }
}
