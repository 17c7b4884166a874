public import MoneyKit
public import TimeKit

/// A code that customers type, and the discount that it gives.
///
/// Stripe keeps the discount in a coupon, which can have several promotion codes. Here, both are one value.
///
/// Source: Stripe API reference, "Promotion codes", "Coupons".
public struct PromotionCode: Hashable, Sendable, Codable, Identifiable {
    /// The duration of the discount.
    public enum Duration: String, Hashable, Sendable, Codable, CaseIterable {
        /// The coupon applies to one invoice.
        case once
        /// The coupon applies for its number of months.
        case repeating
        /// The coupon applies to all invoices.
        case forever
    }

    /// The amount that is taken off an invoice.
    public enum Off: Hashable, Sendable, Codable {
        /// A percentage, 0.01 % to 100 %.
        case percent(BasisPoints)
        /// An amount above zero.
        case amount(Money)
    }

    /// The id, `promo_…`.
    public var id: String
    /// The code itself. Case is ignored.
    public var code: String
    /// The amount that is taken off.
    public var off: Off
    /// The duration of the discount.
    public var duration: Duration
    /// Whether the code can be redeemed now: it is neither switched off, nor expired, nor used up.
    public var isActive: Bool
    /// The time from which the code can no longer be redeemed, or nil if it does not expire.
    public var expiresAt: Timestamp?
    /// The number of redemptions so far.
    public var timesRedeemed: Int64

    /// Creates a promotion code.
    public init(
        id: String, code: String, off: Off, duration: Duration, isActive: Bool, expiresAt: Timestamp? = nil,
        timesRedeemed: Int64 = 0
    ) {
        self.id = id
        self.code = code
        self.off = off
        self.duration = duration
        self.isActive = isActive
        self.expiresAt = expiresAt
        self.timesRedeemed = timesRedeemed
    }

    /// A request to create a coupon and its promotion code.
    public struct Create: Hashable, Sendable, Codable {
        /// Letters, digits and hyphens.
        public var code: String
        /// The amount that is taken off.
        public var off: Off
        /// The duration of the discount: once or forever.
        public var duration: Duration
        /// The time from which the code can no longer be redeemed, or nil if it does not expire.
        public var expiresAt: Timestamp?

        /// Creates a request.
        public init(code: String, off: Off, duration: Duration, expiresAt: Timestamp? = nil) {
            self.code = code
            self.off = off
            self.duration = duration
            self.expiresAt = expiresAt
        }
    }
}
