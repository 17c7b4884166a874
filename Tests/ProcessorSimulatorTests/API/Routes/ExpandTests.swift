import Processor
import ProcessorSimulator
import Testing

/// The `expand` parameter. Whether a path is valid depends only on the response's schema.
@Suite struct ExpandTests {
    private let bench: ProcessorBench

    init() throws { bench = try ProcessorBench() }

    private func expand(_ path: String, _ field: String) async -> APIShown {
        await bench.api("GET", path, "expand[0]=\(field)")
    }

    @Test(
        "a path is accepted for a list without objects",
        arguments: [
            ("/v1/customers", "data.default_source"), ("/v1/customers", "data.tax"),
            ("/v1/customers", "data.subscriptions.data.latest_invoice"),
            ("/v1/payment_intents", "data.latest_charge.balance_transaction"),
            ("/v1/charges", "data.review"), ("/v1/prices", "data.tiers"),
            ("/v1/invoices", "data.parent.subscription_details.subscription"),
            ("/v1/checkout/sessions", "data.total_details.breakdown"), ("/v1/coupons", "data.applies_to"),
            ("/v1/subscriptions", "data.default_tax_rates"),
            ("/v1/charges/search?query=amount>1", "total_count"),
        ])
    func empty(path: String, field: String) async {
        let parts = path.split(separator: "?")
        let query = parts.dropFirst().map { $0.replacing(">", with: "%3E") + "&" }.joined()
        let shown = await bench.api("GET", String(parts[0]), query + "expand[0]=\(field)")
        #expect(shown.status == 200, "\(path) \(field): \(shown["error.message"])")
    }

    @Test(
        "a path is refused for a list without objects",
        arguments: [
            ("/v1/customers", "default_source"), ("/v1/customers", "data.email"),
            ("/v1/customers", "data.nothing"), ("/v1/customers", "data.default_source.nothing"),
            ("/v1/charges", "data.amount"), ("/v1/charges", "data."), ("/v1/charges", ""),
            ("/v1/charges", "total_count"), ("/v1/events", "data.data.object.customer"),
            ("/v1/charges", "data.payment_intent.latest_charge.balance_transaction.source"),
        ])
    func refused(path: String, field: String) async {
        let shown = await expand(path, field)
        #expect(shown.status == 400 && shown["error.param"].hasPrefix("expand"), "\(path) \(field)")
    }

    @Test(
        "a field that can be expanded is accepted if it is null, and any other field is refused if it is null"
    )
    func null() async throws {
        let customer = try await bench.donor(with: nil).id
        #expect(await expand("/v1/customers/\(customer)", "default_source").status == 200)
        #expect(await expand("/v1/customers/\(customer)", "phone").status == 400)
        let intent = await bench.api("POST", "/v1/payment_intents", "amount=500&currency=usd")["id"]
        for field in ["latest_charge", "latest_charge.balance_transaction", "review", "customer"] {
            #expect(await expand("/v1/payment_intents/\(intent)", field).status == 200, "\(field)")
        }
        #expect(await expand("/v1/payment_intents/\(intent)", "description").status == 400)
    }

    @Test("a path of more than four levels is refused with Stripe's code")
    func depth() async {
        let path = "data.payment_intent.latest_charge.balance_transaction.source"
        let refused = await expand("/v1/charges", path)
        #expect(refused.status == 400 && refused["error.code"] == "property_expansion_max_depth")
        #expect(
            refused["error.message"]
                == "You cannot expand more than 4 levels of a property. Property: \(path)")
    }

    @Test("an invalid path is refused before anything is created")
    func before() async throws {
        let made = await bench.api("POST", "/v1/customers", "name=Ada&expand[0]=name")
        #expect(made.status == 400)
        #expect(try await bench.events() == [])
    }

    @Test("fields that appear only when expanded")
    func included() async throws {
        let customer = try await bench.donor().id
        let whole = await bench.api(
            "GET", "/v1/customers/\(customer)",
            "expand[0]=sources&expand[1]=tax_ids&expand[2]=tax&expand[3]=cash_balance&expand[4]=subscriptions"
        )
        #expect(
            whole["sources.object"] == "list" && whole["sources.url"] == "/v1/customers/\(customer)/sources")
        #expect(whole["tax_ids.object"] == "list" && whole["subscriptions.object"] == "list")
        #expect(whole["tax.automatic_tax"] == "unrecognized_location")
        let plain = await bench.api("GET", "/v1/customers/\(customer)")
        #expect(plain["sources.object"] == "" && plain["tax.automatic_tax"] == "")

        let price = try await bench.price(700)
        let options = await bench.api(
            "GET", "/v1/prices/\(price)", "expand[0]=currency_options&expand[1]=tiers&expand[2]=product")
        #expect(
            options["currency_options.usd.unit_amount"] == "700" && options["product.object"] == "product")
        let coupon = await bench.api("POST", "/v1/coupons", "amount_off=100&currency=usd&duration=once")["id"]
        let off = await bench.api(
            "GET", "/v1/coupons/\(coupon)", "expand[0]=currency_options&expand[1]=applies_to")
        #expect(off["currency_options.usd.amount_off"] == "100")
    }

    @Test("the breakdown of a Checkout session's total")
    func breakdown() async throws {
        let coupon = await bench.api("POST", "/v1/coupons", "amount_off=100&currency=usd&duration=once")["id"]
        let price = try await bench.price(700, every: nil)
        let form =
            "mode=payment&success_url=https://example.org/back&line_items[0][price]=\(price)&line_items[0][quantity]=1"
        let plain = await bench.api(
            "POST", "/v1/checkout/sessions", form + "&expand[0]=total_details.breakdown")
        #expect(plain["total_details.breakdown.discounts"] == "0" && plain["total_details.amount_tax"] == "0")
        let less = await bench.api(
            "POST", "/v1/checkout/sessions",
            form
                + "&discounts[0][coupon]=\(coupon)&expand[0]=total_details.breakdown&expand[1]=line_items.data.price.product&expand[2]=line_items"
        )
        #expect(less["total_details.breakdown.discounts.0.amount"] == "100")
        #expect(less["total_details.breakdown.discounts.0.discount.source.coupon"] == coupon)
        #expect(less["line_items.data.0.price.product.object"] == "product")
    }
}
