public import TimeKit

/// What a gift is for.
public struct Fund: Hashable, Sendable, Codable, Identifiable {
    /// 1...32 letters, digits, `.`, `_`, `-`; text, never a number.
    public var id: String
    /// The organization's id.
    public var organization: String
    /// In any script, without control characters.
    public var name: String
    /// Takes gifts.
    public var isOpen: Bool
    /// Takes single gifts.
    public var offersOneTime: Bool
    /// Takes monthly gifts.
    public var offersMonthly: Bool
    /// When it was added.
    public var created: Timestamp
}
