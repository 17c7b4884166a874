public import MoneyKit
public import TimeKit

/// A product that customers can buy. It can have several prices.
///
/// Source: Stripe API reference, "Products".
public struct Product: ProcessorObject {
    /// The name of this object type in Stripe's API.
    public static let objectName = "product"
    /// The value of the object's `object` field in Stripe's API.
    public var object = Product.objectName
    /// The id, `prod_…`.
    public var id: String
    /// The time at which the object was created, with a precision of one second.
    public var created: Timestamp
    /// The name, in any script.
    public var name: String
    /// Whether the product is available for new purchases.
    public var active = true
    /// A human-readable description.
    public var description: String?
    /// The id of the default price, `price_…`, or nil if the product has no default price.
    public var defaultPrice: String?
    /// The time of the last change. Nil if the product was never changed.
    public var updated: Timestamp?
    /// Whether the product was deleted. Nil means false.
    public var deleted: Bool?
    /// The id that the API client chose for the product. Nil if the id was generated.
    public var givenID: String?
    /// The metadata that the API client attached to the object.
    public var metadata: Metadata = [:]

    /// Creates a product.
    public init(id: String, created: Timestamp, name: String) {
        self.id = id
        self.created = created
        self.name = name
    }
}

/// A price of a product, which is charged either once or at regular intervals.
///
/// Source: Stripe API reference, "Prices".
public struct Price: ProcessorObject {
    /// The unit of the billing period.
    public enum Interval: String, Sendable, Codable {
        case day, week, month, year
    }

    /// The name of this object type in Stripe's API.
    public static let objectName = "price"
    /// The value of the object's `object` field in Stripe's API.
    public var object = Price.objectName
    /// The id, `price_…`.
    public var id: String
    /// The time at which the object was created, with a precision of one second.
    public var created: Timestamp
    /// The id of the product, `prod_…`.
    public var product: String
    /// The price of one unit, in minor units.
    public var unitAmount: Int64
    /// The currency of the price.
    public var currency: Currency
    /// The unit of the billing period. Nil for a one-time price.
    public var interval: Interval?
    /// The number of intervals per billing period. Nil means one.
    public var intervalCount: Int64?
    /// Whether the price can be used for new purchases.
    public var active = true
    /// A name for internal use, which payers do not see.
    public var nickname: String?
    /// A key with which the platform can look up the price, or nil. The platform chooses the key.
    public var lookupKey: String?
    /// The tiers, if the price depends on the quantity. Nil if every unit has the same price.
    public var tiers: [Tier]?
    /// The value of Stripe's `tiers_mode` field, either `graduated` or `volume`. Nil if the price has no
    /// tiers.
    public var tiersMode: String?
    /// The unit prices in other currencies, in minor units. The keys are lowercase currency codes.
    public var currencyOptions: [String: Int64]?
    /// The metadata that the API client attached to the object.
    public var metadata: Metadata?
    /// The limits on the amount if the customer chooses the amount. Nil if the customer cannot choose the
    /// amount.
    public var customAmount: CustomAmount?
    /// The length of the trial in days, or nil for no trial.
    public var trialDays: Int64?
    /// The id that the API client chose through Stripe's Plans API. Nil if the processor generated the id.
    public var givenID: String?
    /// Whether the price was deleted, which is possible only through Stripe's Plans API. Nil means false.
    public var deleted: Bool?

    /// A range of quantities with its prices.
    public struct Tier: Hashable, Sendable, Codable {
        /// The largest quantity in the range. Nil for the last tier, which has no upper limit.
        public var upTo: Int64?
        /// The price of one unit in the range, in minor units. Nil if the range has only a flat amount.
        public var unitAmount: Int64?
        /// The amount that is charged once for the range, in minor units. Nil if the range has only a unit
        /// price.
        public var flatAmount: Int64?

        /// Creates a tier.
        public init(upTo: Int64?, unitAmount: Int64?, flatAmount: Int64?) {
            self.upTo = upTo
            self.unitAmount = unitAmount
            self.flatAmount = flatAmount
        }
    }

    /// Creates a price.
    public init(
        id: String, created: Timestamp, product: String, unitAmount: Int64, currency: Currency,
        interval: Interval?
    ) {
        self.id = id
        self.created = created
        self.product = product
        self.unitAmount = unitAmount
        self.currency = currency
        self.interval = interval
    }

    /// The limits on an amount that the customer chooses, in minor units.
    ///
    /// Source: Stripe API reference, "Prices", `custom_unit_amount`.
    public struct CustomAmount: Hashable, Sendable, Codable {
        /// The smallest amount that the customer can choose. If nil, this is the smallest amount that can be
        /// charged.
        public var minimum: Int64?
        /// The largest amount, or nil for the largest amount that can be charged.
        public var maximum: Int64?
        /// The amount that is suggested to the customer, or nil if no amount is suggested.
        public var preset: Int64?

        /// Creates the limits, without checking them.
        public init(minimum: Int64?, maximum: Int64?, preset: Int64?) {
            self.minimum = minimum
            self.maximum = maximum
            self.preset = preset
        }
    }

    /// The parameters for creating a price.
    public struct Create: Hashable, Sendable, Codable {
        /// The id of the product, `prod_…`.
        public var product: String
        /// The price of one unit, in minor units.
        public var unitAmount: Int64
        /// The currency of the price.
        public var currency: Currency
        /// The unit of the billing period. Nil for a one-time price.
        public var interval: Interval?

        /// Creates the parameters for a price.
        public init(product: String, unitAmount: Int64, currency: Currency, interval: Interval?) {
            self.product = product
            self.unitAmount = unitAmount
            self.currency = currency
            self.interval = interval
        }
    }
}
