import MoneyKit
import PaymentCore

extension PlanCatalogue {
    /// The standard plans, with prices in USD. A yearly price equals ten monthly prices.
    public static let standard = PlanCatalogue(
        free: Plan(
            id: "free", name: "Free", audience: .consumer, product: nil, price: nil, annualPrice: nil,
            entitlements: Entitlements(maxTrips: 10, seats: 1, storage: .hard(500 << 20), features: []),
            features: ["Up to 10 trips", "500 MiB of storage", "Basic collaboration", "Standard support"]),
        paid: [
            Plan(
                id: "plus", name: "Plus", audience: .consumer, product: "prod_consumer_plus",
                price: .monthly("price_consumer_plus_monthly", 999),
                annualPrice: .annual("price_consumer_plus_annual", 99_90),
                entitlements: .everything(seats: 1),
                features: [
                    "Unlimited trips", "Unlimited storage (50 GiB soft cap)", "AI Concierge", "Travel Wallet",
                    "Priority support",
                ]),
            Plan(
                id: "starter_pro", name: "Starter Pro", audience: .organization, product: "prod_starter_pro",
                price: .monthly("price_starter_pro_monthly", 49_00),
                annualPrice: .annual("price_starter_pro_annual", 490_00),
                entitlements: .everything(seats: 25), features: starter),
            // The product is called "growing", because its name at the processor cannot be changed. The plan is
            // called "Growth".
            Plan(
                id: "growth_pro", name: "Growth Pro", audience: .organization, product: "prod_growing_pro",
                price: .monthly("price_growth_pro_monthly", 199_00),
                annualPrice: .annual("price_growth_pro_annual", 1990_00),
                entitlements: .everything(seats: 100), features: growth),
            Plan(
                id: "enterprise_pro", name: "Enterprise Pro", audience: .organization,
                product: "prod_enterprise_pro",
                price: .monthly("price_enterprise_pro_monthly", 499_00),
                annualPrice: .annual("price_enterprise_pro_annual", 4990_00),
                entitlements: .everything(seats: 500), features: enterprise),
            Plan(
                id: "enterprise_plus", name: "Enterprise Plus", audience: .organization,
                product: "prod_enterprise_plus", price: nil, annualPrice: nil,
                entitlements: .everything(seats: nil),
                features: ["Unlimited seats"] + enterprise.dropFirst() + [
                    "Dedicated contact", "Custom pricing",
                ]),
        ])

    private static let starter = [
        "Up to 25 seats", "Unlimited trips", "Team calendar", "Shared budgets", "AI Concierge",
        "Travel Wallet", "Member roles", "E-mail support",
    ]
    private static let growth =
        ["Up to 100 seats"] + starter.dropFirst().dropLast() + [
            "Expense approval", "CSV reports", "Priority support",
        ]
    private static let enterprise =
        ["Up to 500 seats"] + growth.dropFirst().dropLast() + ["24/7 support"]
}

extension PlanPrice {
    fileprivate static func monthly(_ id: String, _ cents: Int64) -> PlanPrice {
        PlanPrice(id: id, amount: Money(cents, .usd), interval: .month)
    }

    fileprivate static func annual(_ id: String, _ cents: Int64) -> PlanPrice {
        PlanPrice(id: id, amount: Money(cents, .usd), interval: .year)
    }
}
