public import MoneyKit

/// What somebody can subscribe to.
public struct Plan: Hashable, Sendable, Identifiable {
    /// For whom it is.
    public enum Audience: String, Hashable, Sendable, CaseIterable {
        case consumer, organization
    }

    /// `plus`: by it the plan is named everywhere.
    public let id: String
    /// As it is shown: `Plus`.
    public let name: String
    /// For whom it is.
    public let audience: Audience
    /// `prod_…`, by which older programs know it; nil for what nobody buys.
    public let product: String?
    /// What it costs each month; nil where it is free, or sold in a talk.
    public let price: PlanPrice?
    /// What it gives.
    public let entitlements: Entitlements
    /// What is shown of it, in this order.
    public let features: [String]

    /// Whether it can be bought without talking to anybody.
    public var isPurchasable: Bool { price != nil && product != nil }
    /// Whether it is sold in a talk.
    public var isSoldInTalk: Bool { price == nil && product != nil }
}

/// What a plan costs each month.
public struct PlanPrice: Hashable, Sendable, Identifiable {
    /// `price_…`, the catalogue's own: the processor's price has another id.
    public let id: String
    /// Each month.
    public let amount: Money
}
