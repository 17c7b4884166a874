public import MoneyKit
public import PaymentCore

/// What somebody can subscribe to.
public struct Plan: Hashable, Sendable, Identifiable {
    /// Who a plan is for.
    public enum Audience: String, Hashable, Sendable, CaseIterable {
        case consumer, organization
    }

    /// The plan's name in commands and links: `plus`.
    public let id: String
    /// The name that people see: `Plus`.
    public let name: String
    /// Who it is for.
    public let audience: Audience
    /// The product by which other programs know it, `prod_…`. Nil for the free plan.
    public let product: String?
    /// The price per month. Nil if it is free, or sold by agreement.
    public let price: PlanPrice?
    /// The price per year, or nil if there is none.
    public let annualPrice: PlanPrice?
    /// What it gives.
    public let entitlements: Entitlements
    /// The features that people see, in this order.
    public let features: [String]

    /// All prices, the monthly one first.
    public var prices: [PlanPrice] { [price, annualPrice].compactMap { $0 } }
    /// True if it can be bought without talking to anybody.
    public var isPurchasable: Bool { price != nil && product != nil }
    /// True if its price is agreed with sales.
    public var isSoldInTalk: Bool { price == nil && product != nil }

    /// The price for an interval, or nil if there is none.
    public func price(every interval: ChargeInterval) -> PlanPrice? {
        prices.first { $0.interval == interval }
    }
}

/// What a plan costs in each period.
public struct PlanPrice: Hashable, Sendable, Identifiable {
    /// The catalogue's id, `price_…`. The price at the processor has another one.
    public let id: String
    /// The amount of each charge.
    public let amount: Money
    /// The length of a period.
    public let interval: ChargeInterval
}
