public import MoneyKit
public import PaymentCore

/// A plan that a consumer or an organization can subscribe to.
public struct Plan: Hashable, Sendable {
    /// The kind of subscriber that a plan is for.
    public enum Audience: String, Sendable, CaseIterable {
        case consumer, organization
    }

    /// The plan's id, such as `plus`. Users and links refer to the plan by this id.
    public let id: String
    /// The display name of the plan, such as `Plus`.
    public let name: String
    /// The kind of subscriber that the plan is for.
    public let audience: Audience
    /// The id of the plan's product in the catalog, `prod_…`, or nil for the free plan.
    public let product: String?
    /// The monthly price. Nil if the plan is free or its price must be agreed with sales.
    public let price: PlanPrice?
    /// The yearly price. Nil if the plan is not sold yearly.
    public let annualPrice: PlanPrice?
    /// The limits and features of the plan.
    public let entitlements: Entitlements
    /// The descriptions of the plan's features, in the order in which they are displayed.
    public let features: [String]

    /// The prices of the plan, with the monthly price first.
    public var prices: [PlanPrice] { [price, annualPrice].compactMap { $0 } }
    /// Whether the plan can be bought without contacting sales.
    public var isPurchasable: Bool { price != nil && product != nil }
    /// Whether the plan is sold only at a price that is agreed with the sales team.
    public var isSoldInTalk: Bool { price == nil && product != nil }

    /// Returns the plan's price for an interval, or nil if the plan is not sold for that interval.
    public func price(every interval: ChargeInterval) -> PlanPrice? {
        prices.first { $0.interval == interval }
    }
}

/// The price of a plan for one period.
public struct PlanPrice: Hashable, Sendable {
    /// The id of the price in the catalog, `price_…`. The price at the processor has a different id.
    public let id: String
    /// The amount of each charge.
    public let amount: Money
    /// The length of the period that each charge pays for.
    public let interval: ChargeInterval
}
