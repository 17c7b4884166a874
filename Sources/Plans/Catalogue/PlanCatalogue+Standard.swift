import MoneyKit

extension PlanCatalogue {
    /// The plans as they are sold, all in USD and each month.
    public static let standard = PlanCatalogue(
        free: Plan(
            id: "free", name: "Free", audience: .consumer, product: nil, price: nil,
            entitlements: Entitlements(maxTrips: 10, seats: 1, storage: .hard(500 << 20), features: []),
            features: ["Up to 10 trips", "500 MiB of storage", "Basic collaboration", "Standard support"]),
        paid: [
            Plan(
                id: "plus", name: "Plus", audience: .consumer, product: "prod_consumer_plus",
                price: PlanPrice(id: "price_consumer_plus_monthly", amount: Money(999, .usd)),
                entitlements: .everything(seats: 1),
                features: [
                    "Unlimited trips", "Unlimited storage (50 GiB soft cap)", "AI Concierge", "Travel Wallet",
                    "Priority support",
                ]),
            Plan(
                id: "starter_pro", name: "Starter Pro", audience: .organization, product: "prod_starter_pro",
                price: PlanPrice(id: "price_starter_pro_monthly", amount: Money(49_00, .usd)),
                entitlements: .everything(seats: 25), features: starter),
            // The product is called "growing" and the plan "Growth": the processor's name cannot be changed.
            Plan(
                id: "growth_pro", name: "Growth Pro", audience: .organization, product: "prod_growing_pro",
                price: PlanPrice(id: "price_growth_pro_monthly", amount: Money(199_00, .usd)),
                entitlements: .everything(seats: 100), features: growth),
            Plan(
                id: "enterprise_pro", name: "Enterprise Pro", audience: .organization,
                product: "prod_enterprise_pro",
                price: PlanPrice(id: "price_enterprise_pro_monthly", amount: Money(499_00, .usd)),
                entitlements: .everything(seats: 500), features: enterprise),
            Plan(
                id: "enterprise_plus", name: "Enterprise Plus", audience: .organization,
                product: "prod_enterprise_plus", price: nil, entitlements: .everything(seats: nil),
                features: ["Unlimited seats"] + enterprise.dropFirst() + [
                    "A contact of your own", "A price by agreement",
                ]),
        ])

    private static let starter = [
        "Up to 25 seats", "Unlimited trips", "Team calendar", "Shared budgets", "AI Concierge",
        "Travel Wallet", "Roles for members", "E-mail support",
    ]
    private static let growth =
        ["Up to 100 seats"] + starter.dropFirst().dropLast() + [
            "Approval of expenses", "Reports as CSV", "Priority support",
        ]
    private static let enterprise =
        ["Up to 500 seats"] + growth.dropFirst().dropLast() + ["Support around the clock"]
}
