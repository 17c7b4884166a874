import MoneyKit
import Processor
import ProcessorSimulator
import SimulationKit
import Testing
import TimeKit

/// Payments on a Checkout page, and its expiry.
@Suite struct CheckoutTests {
    private func session(_ bench: ProcessorBench, _ more: String = "") async -> APIShown {
        await bench.api(
            "POST", "/v1/checkout/sessions",
            "mode=payment&success_url=https://example.org/&line_items[0][quantity]=1"
                + "&line_items[0][price_data][currency]=usd&line_items[0][price_data][unit_amount]=10000"
                + "&line_items[0][price_data][product_data][name]=Gift\(more)")
    }

    private let visa = PageCard(name: "pm_card_visa", number: "")

    @Test("the church gets the gift less the platform's fee")
    func destination() async throws {
        let bench = try ProcessorBench()
        let church = try await bench.church()
        let begun = await session(
            bench,
            "&payment_intent_data[application_fee_amount]=500&payment_intent_data[transfer_data][destination]=\(church)"
        )
        let result = try await bench.processor.complete(checkoutSession: begun["id"], with: visa, email: nil)
        #expect(result == .complete)
        bench.clock.advance(seconds: 10)
        #expect(try await bench.holding(of: church) == 9500)
        #expect(try await bench.holding(of: nil) == 180)
    }

    @Test("a passed challenge completes the page, and a failed one leaves it open", arguments: [true, false])
    func challenge(passes: Bool) async throws {
        let bench = try ProcessorBench()
        let begun = await session(bench)
        let card = PageCard(name: "pm_card_authenticationRequired", number: "")
        let result = try await bench.processor.complete(checkoutSession: begun["id"], with: card, email: nil)
        guard case .asks(let address) = result else {
            Issue.record("the bank did not ask")
            return
        }
        #expect(try await bench.processor.checkoutPage(begun["id"]).challenge == address)
        let shown = await bench.api("GET", "/v1/checkout/sessions/\(begun["id"])")
        _ = try await bench.processor.challenge(shown["payment_intent"], passes ? .passed : .failed)
        let after = await bench.api("GET", "/v1/checkout/sessions/\(begun["id"])")
        #expect(after["status"] == (passes ? "complete" : "open"))
        #expect(after["payment_status"] == (passes ? "paid" : "unpaid"))
    }

    @Test("a page is open for a day")
    func expires() async throws {
        let bench = try ProcessorBench()
        let begun = await session(bench)
        bench.clock.advance(seconds: 86_399)
        #expect(try await bench.processor.checkoutPage(begun["id"]).isOpen)
        bench.clock.advance(seconds: 1)
        #expect(try await bench.processor.checkoutPage(begun["id"]).isOpen == false)
        let error = await refusal {
            try await bench.processor.complete(checkoutSession: begun["id"], with: visa, email: nil)
        }
        #expect(error?.status == 400)
        let event = await bench.api("GET", "/v1/events", "limit=1")
        #expect(event["data.0.type"] == "checkout.session.expired")
    }

    @Test(
        "accepts an expiry of 30 minutes to 24 hours after creation",
        arguments: [1_799, 1_800, 86_400, 86_401])
    func expiry(seconds: Int64) async throws {
        let bench = try ProcessorBench()
        let made = await session(bench, "&expires_at=\(bench.clock.now.seconds + seconds)")
        #expect(made.status == ((1_800...86_400).contains(seconds) ? 200 : 400), "\(made["error.message"])")
    }

    @Test("a payment link opens no page after its limit of completed sessions", arguments: [1, 101])
    func linkLimit(most: Int) async throws {
        let bench = try ProcessorBench()
        let price = await bench.api(
            "POST", "/v1/prices", "currency=usd&unit_amount=100&product_data[name]=Gift")
        let link = await bench.api(
            "POST", "/v1/payment_links",
            "line_items[0][price]=\(price["id"])&line_items[0][quantity]=1"
                + "&restrictions[completed_sessions][limit]=\(most)")
        for _ in 0..<most {
            let page = try await bench.processor.open(paymentLink: link["id"])
            let result = try await bench.processor.complete(checkoutSession: page, with: visa, email: nil)
            #expect(result == .complete)
        }
        let error = await refusal { try await bench.processor.open(paymentLink: link["id"]) }
        #expect(error?.status == 400)
    }

    @Test("an application fee of a payment link needs a destination, and is at most the amount")
    func linkFee() async throws {
        let bench = try ProcessorBench()
        let church = try await bench.church()
        let (once, monthly) = (try await bench.price(1000, every: nil), try await bench.price())
        func link(_ price: String, _ more: String, to account: String? = nil) async -> APIShown {
            let destination = account.map { "&transfer_data[destination]=\($0)" } ?? ""
            return await bench.api(
                "POST", "/v1/payment_links",
                "line_items[0][price]=\(price)&line_items[0][quantity]=2\(destination)&\(more)")
        }
        let (amount, percent) = ("application_fee_amount", "application_fee_percent")
        #expect(await link(once, "\(amount)=100")["error.param"] == amount)
        #expect(await link(monthly, "\(percent)=10")["error.param"] == percent)
        #expect(await link(once, "\(amount)=2001", to: church)["error.param"] == amount)
        for made in [
            await link(once, "\(amount)=2000", to: church), await link(monthly, "\(percent)=10", to: church),
        ] {
            #expect(made.status == 200, "\(made["error.message"])")
            #expect(try await bench.processor.open(paymentLink: made["id"]).hasPrefix("cs_"))
        }
    }

    @Test("the amount of a payment link, which limits its application fee, includes shipping")
    func linkFeeWithShipping() async throws {
        let bench = try ProcessorBench()
        let (church, price) = (try await bench.church(), try await bench.price(1000, every: nil))
        let rate = await bench.api(
            "POST", "/v1/shipping_rates",
            "display_name=Ground&type=fixed_amount&fixed_amount[amount]=500&fixed_amount[currency]=usd")
        let form =
            "line_items[0][price]=\(price)&line_items[0][quantity]=1&transfer_data[destination]=\(church)"
            + "&shipping_options[0][shipping_rate]=\(rate["id"])"
        for (fee, status) in [(1500, 200), (1501, 400)] {
            let made = await bench.api(
                "POST", "/v1/payment_links", "\(form)&application_fee_amount=\(fee)")
            #expect(made.status == status, "\(made["error.message"])")
        }
    }

    @Test("an application fee of a Checkout session needs a destination, and is at most the amount")
    func sessionFee() async throws {
        let bench = try ProcessorBench()
        let church = try await bench.church()
        let fee = "payment_intent_data[application_fee_amount]"
        let to = "&payment_intent_data[transfer_data][destination]=\(church)"
        #expect(await session(bench, "&\(fee)=100")["error.param"] == fee)
        #expect(await session(bench, "&\(fee)=10001\(to)")["error.param"] == fee)
        #expect(await session(bench, "&\(fee)=10000\(to)").status == 200)
        let monthly = "mode=subscription&success_url=https://example.org/&line_items[0][quantity]=1"
        let price = try await bench.price()
        let form = "\(monthly)&line_items[0][price]=\(price)"
        let percent = "subscription_data[application_fee_percent]"
        let path = "/v1/checkout/sessions"
        #expect(await bench.api("POST", path, "\(form)&\(percent)=10")["error.param"] == percent)
        let made = await bench.api(
            "POST", path, "\(form)&\(percent)=10&subscription_data[transfer_data][destination]=\(church)")
        #expect(made.status == 200, "\(made["error.message"])")
    }

    @Test("the future usage of an intent can be changed after creation")
    func futureUsage() async throws {
        let bench = try ProcessorBench()
        let made = await bench.api("POST", "/v1/payment_intents", "amount=1000&currency=usd")
        let changed = await bench.api(
            "POST", "/v1/payment_intents/\(made["id"])", "setup_future_usage=off_session")
        #expect(changed["setup_future_usage"] == "off_session")
        #expect(
            await bench.api("GET", "/v1/payment_intents/\(made["id"])")["setup_future_usage"] == "off_session"
        )
    }

    @Test("lists events of types that the service ignores without hiding others")
    func events() async throws {
        let bench = try ProcessorBench()
        for _ in 0..<12 { _ = await bench.api("POST", "/v1/coupons", "percent_off=10") }
        _ = try await bench.donor()
        for _ in 0..<12 { _ = await bench.api("POST", "/v1/coupons", "percent_off=10") }
        let page = try await bench.processor.events(ListQuery(limit: 100))
        let known = page.data.filter { if case .other = $0.subject { false } else { true } }
        #expect(page.data.count == 26 && !page.hasMore)
        #expect(Set(known.map(\.type)) == ["customer.created", "payment_method.attached"])
    }
}
