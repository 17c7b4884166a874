public import MoneyKit
public import TimeKit

/// A product, which a price belongs to.
///
/// Source: Stripe API reference, "Products".
public struct Product: ProcessorObject {
    /// Stripe's name of this object type.
    public static let objectName = "product"
    /// The value of Stripe's `object` field.
    public var object = Product.objectName
    /// The id, `prod_…`.
    public var id: String
    /// The creation time, in whole seconds.
    public var created: Timestamp
    /// The name, in any script.
    public var name: String
    /// Whether new purchases can use the product.
    public var active = true
    /// A human-readable description.
    public var description: String?
    /// The default price, `price_…`.
    public var defaultPrice: String?
    /// The time of the last change; nil if there was none.
    public var updated: Timestamp?
    /// Whether the product was deleted. The API still returns its id.
    public var deleted: Bool?
    /// The id chosen by the product's creator instead of `prod_…`.
    public var givenID: String?
    /// The attached metadata.
    public var metadata: Metadata = [:]

    /// Creates a product.
    public init(id: String, created: Timestamp, name: String) {
        self.id = id
        self.created = created
        self.name = name
    }
}

/// An amount, and how often it is charged.
///
/// Source: Stripe API reference, "Prices".
public struct Price: ProcessorObject {
    /// The unit of the billing period.
    public enum Interval: String, Hashable, Sendable, Codable {
        case day, week, month, year
    }

    /// Stripe's name of this object type.
    public static let objectName = "price"
    /// The value of Stripe's `object` field.
    public var object = Price.objectName
    /// The id, `price_…`.
    public var id: String
    /// The creation time, in whole seconds.
    public var created: Timestamp
    /// The product, `prod_…`.
    public var product: String
    /// The price of one unit, in minor units.
    public var unitAmount: Int64
    /// The currency of the amounts.
    public var currency: Currency
    /// The billing period's unit; nil for a one-time price.
    public var interval: Interval?
    /// The number of intervals per billing period; nil for one.
    public var intervalCount: Int64?
    /// Whether new purchases can use the price.
    public var active = true
    /// An internal name, hidden from donors.
    public var nickname: String?
    /// A key for finding the price.
    public var lookupKey: String?
    /// The attached metadata.
    public var metadata: Metadata?

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

    /// A request to create a price.
    public struct Create: Hashable, Sendable, Codable {
        /// The product, `prod_…`.
        public var product: String
        /// The price of one unit, in minor units.
        public var unitAmount: Int64
        /// The currency of the amounts.
        public var currency: Currency
        /// The billing period's unit; nil for a one-time price.
        public var interval: Interval?

        /// Creates a request.
        public init(product: String, unitAmount: Int64, currency: Currency, interval: Interval?) {
            self.product = product
            self.unitAmount = unitAmount
            self.currency = currency
            self.interval = interval
        }
    }
}
