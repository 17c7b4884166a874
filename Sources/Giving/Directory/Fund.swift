public import TimeKit

/// A purpose that donors can give to. Each fund belongs to one organization.
public struct Fund: Hashable, Sendable, Codable {
    /// The fund's id: 1 to 32 letters, digits, `.`, `_` or `-`. An id that consists only of digits is still a
    /// string, so that leading zeros are kept.
    public var id: String
    /// The organization's id.
    public var organization: String
    /// The name, in any script, without invisible characters.
    public var name: String
    /// Whether the fund accepts gifts.
    public var isOpen: Bool
    /// Whether the fund accepts one-time gifts.
    public var offersOneTime: Bool
    /// Whether the fund accepts monthly gifts.
    public var offersMonthly: Bool
    /// The time when the fund was added.
    public var created: Timestamp
}
