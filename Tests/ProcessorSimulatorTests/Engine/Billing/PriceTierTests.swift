import Processor
import ProcessorSimulator
import SimulationKit
import Testing
import TimeKit

/// Tiers and other currencies of prices, and coupons for certain products.
@Suite struct PriceTierTests {
    private let tiers =
        "billing_scheme=tiered&tiers[0][up_to]=5&tiers[0][unit_amount]=700&tiers[0][flat_amount]=100"
        + "&tiers[1][up_to]=inf&tiers[1][unit_amount]=500"

    private func price(_ bench: ProcessorBench, _ more: String) async -> APIShown {
        let product = await bench.api("POST", "/v1/products", "name=Seats")
        return await bench.api(
            "POST", "/v1/prices",
            "product=\(product["id"])&currency=usd&recurring[interval]=month&\(more)")
    }

    @Test(
        "a subscription is charged by its price's tiers",
        arguments: [
            ("graduated", 5, 3600), ("graduated", 7, 4600), ("volume", 5, 3600), ("volume", 7, 3500),
        ] as [(String, Int, Int)])
    func amounts(mode: String, quantity: Int, due: Int) async throws {
        let bench = try ProcessorBench()
        let donor = try await bench.donor()
        let price = await price(bench, "\(tiers)&tiers_mode=\(mode)")
        #expect(price["billing_scheme"] == "tiered" && price["unit_amount"] == "")
        let begun = await bench.api(
            "POST", "/v1/subscriptions",
            "customer=\(donor.id)&items[0][price]=\(price["id"])&items[0][quantity]=\(quantity)"
                + "&expand[0]=latest_invoice")
        #expect(begun["latest_invoice.amount_paid"] == "\(due)")
    }

    @Test("tiers and currency_options are shown if they are expanded")
    func expanded() async throws {
        let bench = try ProcessorBench()
        let tiered = await price(bench, "\(tiers)&tiers_mode=volume&expand[0]=tiers")
        #expect(tiered["tiers"] == "2" && tiered["tiers.0.up_to"] == "5" && tiered["tiers.1.up_to"] == "")
        #expect(tiered["tiers.0.flat_amount_decimal"] == "100")
        let form = "unit_amount=900&currency_options[eur][unit_amount]=800"
        let plain = await price(bench, form)
        #expect(plain["currency_options.eur.unit_amount"] == "")
        let shown = await bench.api(
            "GET", "/v1/prices/\(plain["id"])", "expand[0]=currency_options")
        #expect(shown["currency_options.eur.unit_amount"] == "800")
        #expect(shown["currency_options.usd.unit_amount"] == "900")
    }

    @Test(
        "tiers that overlap, have no end or have no mode are refused",
        arguments: [
            "tiers_mode=volume&tiers[0][up_to]=5&tiers[0][unit_amount]=1",
            "tiers_mode=volume&tiers[0][up_to]=5&tiers[0][unit_amount]=1&tiers[1][up_to]=5"
                + "&tiers[1][unit_amount]=1&tiers[2][up_to]=inf&tiers[2][unit_amount]=1",
            "tiers_mode=volume&tiers[0][up_to]=inf", "tiers[0][up_to]=inf&tiers[0][unit_amount]=1",
        ])
    func refused(form: String) async throws {
        let bench = try ProcessorBench()
        #expect(await price(bench, "billing_scheme=tiered&\(form)").status == 400)
    }

    @Test("a coupon with applies_to reduces only the lines of its products")
    func appliesTo() async throws {
        let bench = try ProcessorBench()
        let donor = try await bench.donor()
        let (seats, other) = (await price(bench, "unit_amount=1000"), await price(bench, "unit_amount=3000"))
        let coupon = await bench.api(
            "POST", "/v1/coupons",
            "percent_off=50&duration=forever&applies_to[products][0]=\(seats["product"])"
                + "&expand[0]=applies_to")
        #expect(coupon["applies_to.products.0"] == seats["product"])
        let begun = await bench.api(
            "POST", "/v1/subscriptions",
            "customer=\(donor.id)&items[0][price]=\(other["id"])&items[1][price]=\(seats["id"])"
                + "&discounts[0][coupon]=\(coupon["id"])&expand[0]=latest_invoice")
        #expect(begun["latest_invoice.total"] == "3500")
        #expect(begun["latest_invoice.lines.data.0.discount_amounts.0.amount"] == "0")
        #expect(begun["latest_invoice.lines.data.1.discount_amounts.0.amount"] == "500")
    }

    @Test("a Checkout session shows its discounts if total_details.breakdown is expanded")
    func breakdown() async throws {
        let bench = try ProcessorBench()
        let price = await price(bench, "unit_amount=1000")
        let coupon = await bench.api("POST", "/v1/coupons", "amount_off=300&currency=usd&duration=once")
        let session = await bench.api(
            "POST", "/v1/checkout/sessions",
            "mode=subscription&success_url=https://example.com/&line_items[0][price]=\(price["id"])"
                + "&line_items[0][quantity]=1&discounts[0][coupon]=\(coupon["id"])"
                + "&expand[0]=total_details.breakdown")
        #expect(session["total_details.amount_discount"] == "300")
        #expect(session["total_details.breakdown.discounts.0.amount"] == "300")
        #expect(
            session["total_details.breakdown.discounts.0.discount.source.coupon"] == coupon["id"])
        #expect(session["discounts.0.coupon"] == coupon["id"])
        let plain = await bench.api("GET", "/v1/checkout/sessions/\(session["id"])")
        #expect(plain["total_details.breakdown.discounts"] == "")
    }
}
