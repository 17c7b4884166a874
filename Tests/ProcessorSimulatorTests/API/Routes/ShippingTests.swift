import Processor
import ProcessorSimulator
import TestSupport
import Testing

/// Shipping rates, and the shipping options of Checkout sessions.
@Suite struct ShippingTests {
    private static let visa = PageCard(name: "pm_card_visa", number: "")

    private func rate(_ bench: ProcessorBench, _ name: String, _ amount: Int, _ more: String = "") async
        -> APIShown
    {
        await bench.api(
            "POST", "/v1/shipping_rates",
            "display_name=\(name)&fixed_amount[amount]=\(amount)&fixed_amount[currency]=usd\(more)")
    }

    private func session(_ bench: ProcessorBench, _ more: String) async throws -> APIShown {
        let price = try await bench.price(1_000, every: nil)
        return await bench.api(
            "POST", "/v1/checkout/sessions",
            "mode=payment&success_url=https://example.org&line_items[0][price]=\(price)&line_items[0][quantity]=1&\(more)"
        )
    }

    @Test("a shipping rate is created, changed and listed")
    func rates() async throws {
        let bench = try ProcessorBench()
        let made = await rate(
            bench, "Ground", 500,
            "&delivery_estimate[minimum][unit]=day&delivery_estimate[minimum][value]=2&tax_behavior=exclusive&fixed_amount[currency_options][eur][amount]=450&metadata[a]=1"
        )
        #expect(made["object"] == "shipping_rate" && made["id"].hasPrefix("shr_"), "\(made["error.message"])")
        #expect(made["fixed_amount.amount"] == "500" && made["fixed_amount.currency_options"] == "")
        #expect(made["delivery_estimate.minimum.value"] == "2" && made["delivery_estimate.maximum"] == "")
        let path = "/v1/shipping_rates/\(made["id"])"
        let whole = await bench.api("GET", path, "expand[0]=fixed_amount.currency_options")
        #expect(whole["fixed_amount.currency_options.eur.amount"] == "450")
        #expect(whole["fixed_amount.currency_options.usd.tax_behavior"] == "exclusive")
        let off = await bench.api("POST", path, "active=false&metadata[a]=&metadata[b]=2")
        #expect(off["active"] == "0" && off["metadata.a"] == "" && off["metadata.b"] == "2")
        _ = await rate(bench, "Express", 1_500)
        #expect(await bench.api("GET", "/v1/shipping_rates")["data"] == "2")
        #expect(await bench.api("GET", "/v1/shipping_rates", "active=true&currency=usd")["data"] == "1")
        #expect(await bench.api("GET", "/v1/shipping_rates", "currency=eur")["data"] == "0")
    }

    @Test(
        "refuses a shipping rate with a wrong price",
        arguments: [
            "display_name=A", "display_name=A&fixed_amount[amount]=-1&fixed_amount[currency]=usd",
            "display_name=A&fixed_amount[amount]=1&fixed_amount[currency]=xyz",
            "fixed_amount[amount]=1&fixed_amount[currency]=usd",
            "display_name=A&fixed_amount[amount]=1&fixed_amount[currency]=usd&fixed_amount[currency_options][xx][amount]=1",
            "display_name=A&fixed_amount[amount]=99999999999&fixed_amount[currency]=usd",
        ])
    func wrongRates(form: String) async throws {
        let bench = try ProcessorBench()
        #expect(await bench.api("POST", "/v1/shipping_rates", form).status == 400)
        #expect(await bench.api("GET", "/v1/shipping_rates")["data"] == "0")
    }

    @Test("the first shipping option is added to the total, and another can be chosen on the page")
    func options() async throws {
        let bench = try ProcessorBench()
        let ground = await rate(bench, "Ground", 500)["id"]
        let begun = try await session(
            bench,
            "shipping_options[0][shipping_rate]=\(ground)&shipping_options[1][shipping_rate_data][display_name]=Express&shipping_options[1][shipping_rate_data][fixed_amount][amount]=1500&shipping_options[1][shipping_rate_data][fixed_amount][currency]=usd&expand[0]=shipping_cost.shipping_rate"
        )
        #expect(begun["amount_subtotal"] == "1000" && begun["amount_total"] == "1500")
        #expect(begun["total_details.amount_shipping"] == "500")
        #expect(begun["shipping_cost.shipping_rate.display_name"] == "Ground", "\(begun["error.message"])")
        #expect(begun["shipping_options"] == "2" && begun["shipping_options.1.shipping_amount"] == "1500")
        let express = begun["shipping_options.1.shipping_rate"]
        let view = try await bench.processor.checkoutPage(begun["id"])
        #expect(view.shippingOptions.map(\.isChosen) == [true, false] && view.total == "$15.00")
        let error = await refusal {
            try await bench.processor.complete(
                checkoutSession: begun["id"], with: Self.visa, email: nil, shippingRate: "shr_1")
        }
        #expect(error?.parameter == "shipping_rate")
        let result = try await bench.processor.complete(
            checkoutSession: begun["id"], with: Self.visa, email: nil, shippingRate: express)
        #expect(result == .complete)
        let paid = await bench.api("GET", "/v1/checkout/sessions/\(begun["id"])", "expand[0]=payment_intent")
        #expect(paid["payment_intent.amount_received"] == "2500" && paid["amount_total"] == "2500")
        #expect(paid["shipping_cost.shipping_rate"] == express)
    }

    @Test("a coupon does not reduce the shipping")
    func discount() async throws {
        let bench = try ProcessorBench()
        let ground = await rate(bench, "Ground", 500)["id"]
        let coupon = await bench.api("POST", "/v1/coupons", "percent_off=100&duration=once")["id"]
        let begun = try await session(
            bench, "shipping_options[0][shipping_rate]=\(ground)&discounts[0][coupon]=\(coupon)")
        #expect(begun["amount_total"] == "500" && begun["total_details.amount_discount"] == "1000")
    }

    @Test("refuses shipping options that cannot be used")
    func wrongOptions() async throws {
        let bench = try ProcessorBench()
        let off = await rate(bench, "Old", 500)["id"]
        _ = await bench.api("POST", "/v1/shipping_rates/\(off)", "active=false")
        let euro = await bench.api(
            "POST", "/v1/shipping_rates",
            "display_name=A&fixed_amount[amount]=1&fixed_amount[currency]=eur")["id"]
        for (form, parameter) in [
            ("shipping_options[0][shipping_rate]=\(off)", "shipping_options[0][shipping_rate]"),
            ("shipping_options[0][shipping_rate]=shr_none", "shipping_options[0][shipping_rate]"),
            ("shipping_options[0][shipping_rate]=\(euro)", "shipping_options[0]"),
            (
                "shipping_options[0][shipping_rate_data][display_name]=A",
                "shipping_options[0][shipping_rate_data][fixed_amount]"
            ),
        ] {
            let refused = try await session(bench, form)
            #expect(refused.status == 400 && refused["error.param"] == parameter, "\(form)")
        }
        let monthly = try await bench.price()
        let recurring = await bench.api(
            "POST", "/v1/checkout/sessions",
            "mode=subscription&success_url=https://example.org&line_items[0][price]=\(monthly)&line_items[0][quantity]=1&shipping_options[0][shipping_rate]=\(euro)"
        )
        #expect(recurring.status == 400 && recurring["error.param"] == "shipping_options")
    }

    @Test("the sessions of a payment link have its shipping options")
    func link() async throws {
        let bench = try ProcessorBench()
        let ground = await rate(bench, "Ground", 500)["id"]
        let (once, monthly) = (try await bench.price(1_000, every: nil), try await bench.price())
        func link(_ price: String) async -> APIShown {
            await bench.api(
                "POST", "/v1/payment_links",
                "line_items[0][price]=\(price)&line_items[0][quantity]=1&shipping_options[0][shipping_rate]=\(ground)"
            )
        }
        let made = await link(once)
        #expect(made["shipping_options.0.shipping_amount"] == "500", "\(made["error.message"])")
        let id = try await bench.processor.open(paymentLink: made["id"])
        #expect(await bench.api("GET", "/v1/checkout/sessions/\(id)")["amount_total"] == "1500")
        #expect(await link(monthly)["error.param"] == "shipping_options")
    }
}
