public import MoneyKit
public import TimeKit

/// A code that customers type, and the discount that it gives.
///
/// Stripe keeps the discount in a coupon, of which a promotion code is one name. Here both are one value.
///
/// Source: Stripe API reference, "Promotion codes", "Coupons".
public struct PromotionCode: Hashable, Sendable, Codable, Identifiable {
    /// How long the discount lasts.
    public enum Duration: String, Hashable, Sendable, Codable, CaseIterable {
        /// On one invoice.
        case once
        /// For the coupon's number of months.
        case repeating
        /// On all invoices.
        case forever
    }

    /// The amount that is taken off an invoice.
    public enum Off: Hashable, Sendable, Codable {
        /// A share, 0.01 % to 100 %.
        case percent(BasisPoints)
        /// An amount, above zero.
        case amount(Money)
    }

    /// `promo_…`
    public var id: String
    /// The code itself. Its case does not matter.
    public var code: String
    /// The amount that is taken off.
    public var off: Off
    /// How long it is taken off.
    public var duration: Duration
    /// True if it can be redeemed now: neither switched off, nor expired, nor used up.
    public var isActive: Bool
    /// The time from which it can no longer be redeemed, or nil.
    public var expiresAt: Timestamp?
    /// How often it was redeemed.
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
        /// How long it is taken off: once or forever.
        public var duration: Duration
        /// The time from which it can no longer be redeemed, or nil.
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
