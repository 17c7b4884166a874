/// The day and time in UTC at which a subscription's periods start. A month that is too short uses its last day.
///
/// An anchor requires a monthly or yearly price.
///
/// Source: Stripe API reference, "Create a subscription", `billing_cycle_anchor_config`.
public struct BillingAnchor: Hashable, Sendable, Codable {
    /// The day of the month, 1...31.
    public var dayOfMonth: Int
    /// The month, 1...12, for a yearly price or one with an interval of several months.
    public var month: Int?
    /// The hour, 0...23. Nil uses the hour at which the subscription is created.
    public var hour: Int?
    /// The minute, 0...59. Nil uses the minute at which the subscription is created.
    public var minute: Int?
    /// The second, 0...59. Nil uses the second at which the subscription is created.
    public var second: Int?

    /// Creates an anchor.
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
