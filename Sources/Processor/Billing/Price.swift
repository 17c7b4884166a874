public import MoneyKit
public import TimeKit

/// What a price is for.
///
/// Source: Stripe API reference, "Products".
public struct Product: ProcessorNoun {
    public static let objectName = "product"
    public var object = Product.objectName
    /// `prod_…`
    public var id: String
    public var created: Timestamp
    public var name: String
    public var active = true
    public var metadata: Metadata = [:]

    public init(id: String, created: Timestamp, name: String) {
        self.id = id
        self.created = created
        self.name = name
    }
}

/// How much, and how often.
///
/// Source: Stripe API reference, "Prices".
public struct Price: ProcessorNoun {
    public enum Interval: String, Hashable, Sendable, Codable {
        case day, week, month, year
    }

    public static let objectName = "price"
    public var object = Price.objectName
    /// `price_…`
    public var id: String
    public var created: Timestamp
    public var product: String
    /// In minor units.
    public var unitAmount: Int64
    public var currency: Currency
    /// Nil: charged once.
    public var interval: Interval?
    public var active = true

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

    public struct Create: Hashable, Sendable, Codable {
        public var product: String
        public var unitAmount: Int64
        public var currency: Currency
        public var interval: Interval?

        public init(product: String, unitAmount: Int64, currency: Currency, interval: Interval?) {
            self.product = product
            self.unitAmount = unitAmount
            self.currency = currency
            self.interval = interval
        }
    }
}
