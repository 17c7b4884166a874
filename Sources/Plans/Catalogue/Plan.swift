public import MoneyKit
public import PaymentCore

/// A plan that a consumer or an organization can subscribe to.
public struct Plan: Hashable, Sendable, Identifiable {
    /// The kind of subscriber that a plan is for.
    public enum Audience: String, Hashable, Sendable, CaseIterable {
        case consumer, organization
    }

    /// The plan's name in commands and links: `plus`.
    public let id: String
    /// The name that people see: `Plus`.
    public let name: String
    /// The kind of subscriber that it is for.
    public let audience: Audience
    /// The product's id in other programs, `prod_…`, or nil for the free plan.
    public let product: String?
    /// The monthly price, or nil if the plan is free or sold by agreement.
    public let price: PlanPrice?
    /// The yearly price, or nil if the plan cannot be paid by the year.
    public let annualPrice: PlanPrice?
    /// The limits and features of the plan.
    public let entitlements: Entitlements
    /// The features that people see, in order of display.
    public let features: [String]

    /// All prices, the monthly one first.
    public var prices: [PlanPrice] { [price, annualPrice].compactMap { $0 } }
    /// Whether it can be bought without contacting sales.
    public var isPurchasable: Bool { price != nil && product != nil }
    /// Whether its price is agreed with sales.
    public var isSoldInTalk: Bool { price == nil && product != nil }

    /// Returns the price for an interval, or nil.
    public func price(every interval: ChargeInterval) -> PlanPrice? {
        prices.first { $0.interval == interval }
    }
}

/// The price of a plan for each period.
public struct PlanPrice: Hashable, Sendable, Identifiable {
    /// The id in the catalogue, `price_…`. The price at the processor has a different id.
    public let id: String
    /// The amount of each charge.
    public let amount: Money
    /// The length of a period.
    public let interval: ChargeInterval
}
