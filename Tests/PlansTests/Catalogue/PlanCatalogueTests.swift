import MoneyKit
import PaymentCore
import Plans
import Testing

@Suite struct PlanCatalogueTests {
    private static let rows: [(id: String, name: String, minor: Int64?, seats: Int?, product: String?)] = [
        ("free", "Free", nil, 1, nil),
        ("plus", "Plus", 999, 1, "prod_consumer_plus"),
        ("starter_pro", "Starter Pro", 49_00, 25, "prod_starter_pro"),
        ("growth_pro", "Growth Pro", 199_00, 100, "prod_growing_pro"),
        ("enterprise_pro", "Enterprise Pro", 499_00, 500, "prod_enterprise_pro"),
        ("enterprise_plus", "Enterprise Plus", nil, nil, "prod_enterprise_plus"),
    ]

    @Test("each plan has its price, seats and product", arguments: rows)  // P4-01, P4-04, P4-07
    func plans(row: (id: String, name: String, minor: Int64?, seats: Int?, product: String?)) throws {
        let plan = try #require(PlanCatalogue.standard.plan(row.id))
        #expect(plan.name == row.name)
        #expect(plan.price?.amount == row.minor.map { Money($0, .usd) })
        #expect(plan.entitlements.seats == row.seats)
        #expect(plan.product == row.product)
        if let product = row.product {
            #expect(PlanCatalogue.standard.plan(ofProduct: product)?.id == row.id)
        }
    }

    @Test("the catalog has no other plans, and ids, products and prices are unique")
    func unique() {
        let plans = PlanCatalogue.standard.plans
        #expect(plans.map(\.id) == Self.rows.map(\.id))
        #expect(Set(plans.compactMap(\.product)).count == 5)
        #expect(Set(plans.flatMap(\.prices).map(\.id)).count == 8)
    }

    @Test("Free has 10 trips, 500 MiB and no features")  // P4-02
    func free() {
        let free = PlanCatalogue.standard.free
        #expect(free.entitlements.maxTrips == 10)
        #expect(free.entitlements.storage == .hard(524_288_000))
        #expect(free.entitlements.features.isEmpty)
        #expect(
            free.features == [
                "Up to 10 trips", "500 MiB of storage", "Basic collaboration", "Standard support",
            ])
    }

    @Test("Plus has unlimited trips, storage with a soft cap, and both features")  // P4-03
    func plus() throws {
        let plus = try #require(PlanCatalogue.standard.plan("plus"))
        #expect(plus.entitlements.maxTrips == nil)
        #expect(plus.entitlements.storage == .soft(53_687_091_200))
        #expect(plus.entitlements.features.map(\.rawValue).sorted() == ["ai_concierge", "travel_wallet"])
        #expect(
            plus.features == [
                "Unlimited trips", "Unlimited storage (50 GiB soft cap)", "AI Concierge", "Travel Wallet",
                "Priority support",
            ])
    }

    @Test("the organizations' plans list 8, 10, 10 and 12 features")  // P4-05
    func shown() {
        let plans = PlanCatalogue.standard.plans.filter { $0.audience == .organization }
        #expect(plans.map(\.features.count) == [8, 10, 10, 12])
        for plan in plans { #expect(Set(plan.features).count == plan.features.count) }
    }

    @Test("Plus is bought as price_consumer_plus_monthly")  // P4-14
    func price() {
        #expect(PlanCatalogue.standard.plan("plus")?.price?.id == "price_consumer_plus_monthly")
    }

    @Test("a year costs ten months, and only plans with a monthly price have an annual one")  // P4-24
    func annual() {
        for plan in PlanCatalogue.standard.plans {
            #expect(plan.annualPrice?.amount.minorUnits == plan.price.map { 10 * $0.amount.minorUnits })
            #expect(plan.annualPrice?.id == plan.price?.id.replacing("_monthly", with: "_annual"))
            #expect(plan.price(every: .year)?.interval == plan.annualPrice?.interval)
        }
    }

    @Test("only plans with a price can be bought", arguments: rows)  // P4-04
    func purchasable(row: (id: String, name: String, minor: Int64?, seats: Int?, product: String?)) throws {
        let plan = try #require(PlanCatalogue.standard.plan(row.id))
        #expect(plan.isPurchasable == (row.minor != nil))
        #expect(plan.isSoldInTalk == (row.id == "enterprise_plus"))
    }
}
