public import MoneyKit
public import TimeKit

/// A promotion code that gives customers a discount.
///
/// In Stripe's API, the discount belongs to a coupon, which can have several promotion codes. This type
/// combines a promotion code with its coupon.
///
/// Source: Stripe API reference, "Promotion codes", "Coupons".
public struct PromotionCode: Hashable, Sendable, Codable {
    /// The invoices to which a discount applies.
    public enum Duration: String, Sendable, Codable, CaseIterable {
        /// The discount applies to one invoice.
        case once
        /// The discount applies to all invoices for a fixed number of months.
        case repeating
        /// The discount applies to all invoices.
        case forever
    }

    /// The amount or percentage by which a discount reduces an invoice.
    public enum Off: Hashable, Sendable, Codable {
        /// A percentage from 0.01% to 100%.
        case percent(BasisPoints)
        /// An amount of money greater than zero.
        case amount(Money)
    }

    /// The id, `promo_…`.
    public var id: String
    /// The code that customers enter. It is case-insensitive.
    public var code: String
    /// The amount or percentage by which the code reduces an invoice.
    public var off: Off
    /// The invoices to which the discount applies.
    public var duration: Duration
    /// Whether the code can be redeemed now. An inactive code was deactivated, has expired, or has reached
    /// its maximum number of redemptions.
    public var isActive: Bool
    /// The time at which the code expires, or nil if it does not expire.
    public var expiresAt: Timestamp?
    /// The number of times that the code has been redeemed.
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

    /// The parameters for creating a coupon with one promotion code.
    public struct Create: Hashable, Sendable, Codable {
        /// The code that customers enter. It can contain letters, digits and hyphens.
        public var code: String
        /// The amount or percentage by which the code reduces an invoice.
        public var off: Off
        /// The invoices to which the discount applies: either `once` or `forever`.
        public var duration: Duration
        /// The time at which the code expires, or nil if it does not expire.
        public var expiresAt: Timestamp?

        /// Creates the parameters for a promotion code.
        public init(code: String, off: Off, duration: Duration, expiresAt: Timestamp? = nil) {
            self.code = code
            self.off = off
            self.duration = duration
            self.expiresAt = expiresAt
        }
    }
}
