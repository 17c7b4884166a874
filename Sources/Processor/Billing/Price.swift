public import MoneyKit
public import TimeKit

/// What a price is for.
///
/// Source: Stripe API reference, "Products".
public struct Product: ProcessorObject {
    /// What it is, as Stripe spells it.
    public static let objectName = "product"
    /// What it is, as Stripe spells it.
    public var object = Product.objectName
    /// `prod_…`
    public var id: String
    /// The second in which it was made.
    public var created: Timestamp
    /// In any script.
    public var name: String
    /// Whether it may still be used.
    public var active = true
    /// For people who look at it later.
    public var description: String?
    /// `price_…`, which is offered first.
    public var defaultPrice: String?
    /// When it was last changed; nil: never.
    public var updated: Timestamp?
    /// It was deleted: only the API knows that it was there.
    public var deleted: Bool?
    /// The id that its maker wanted, in place of `prod_…`.
    public var givenID: String?
    /// What was attached to it.
    public var metadata: Metadata = [:]

    /// One of these fields.
    public init(id: String, created: Timestamp, name: String) {
        self.id = id
        self.created = created
        self.name = name
    }
}

/// How much, and how often.
///
/// Source: Stripe API reference, "Prices".
public struct Price: ProcessorObject {
    /// How often.
    public enum Interval: String, Hashable, Sendable, Codable {
        case day, week, month, year
    }

    /// What it is, as Stripe spells it.
    public static let objectName = "price"
    /// What it is, as Stripe spells it.
    public var object = Price.objectName
    /// `price_…`
    public var id: String
    /// The second in which it was made.
    public var created: Timestamp
    /// `prod_…`
    public var product: String
    /// In minor units.
    public var unitAmount: Int64
    /// The currency of its amounts.
    public var currency: Currency
    /// Nil: charged once.
    public var interval: Interval?
    /// Every so many intervals; nil: every one.
    public var intervalCount: Int64?
    /// Whether it may still be used.
    public var active = true
    /// A name that donors do not see.
    public var nickname: String?
    /// A name by which it is found.
    public var lookupKey: String?
    /// What was attached to it.
    public var metadata: Metadata?

    /// One of these fields.
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

    /// What is asked for when one is made.
    public struct Create: Hashable, Sendable, Codable {
        /// `prod_…`
        public var product: String
        /// In minor units.
        public var unitAmount: Int64
        /// The currency of its amounts.
        public var currency: Currency
        /// How often; nil: once.
        public var interval: Interval?

        /// One of these fields.
        public init(product: String, unitAmount: Int64, currency: Currency, interval: Interval?) {
            self.product = product
            self.unitAmount = unitAmount
            self.currency = currency
            self.interval = interval
        }
    }
}
