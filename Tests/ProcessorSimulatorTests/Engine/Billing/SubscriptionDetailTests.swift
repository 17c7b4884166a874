import Processor
import ProcessorSimulator
import SimulationKit
import Testing
import TimeKit

/// Fields of subscriptions and invoices that depend on more than the billing cycle.
@Suite struct SubscriptionDetailTests {
    @Test("a trial without a method has a setup intent, whose method becomes the default")
    func pendingSetup() async throws {
        let bench = try ProcessorBench()
        let donor = try await bench.donor(with: nil)
        let price = try await bench.price()
        let begun = await bench.api(
            "POST", "/v1/subscriptions",
            "customer=\(donor.id)&items[0][price]=\(price)&trial_period_days=7"
                + "&payment_behavior=default_incomplete"
                + "&payment_settings[save_default_payment_method]=on_subscription"
                + "&expand[0]=pending_setup_intent")
        #expect(begun["status"] == "trialing")
        #expect(begun["pending_setup_intent.status"] == "requires_payment_method")
        #expect(begun["pending_setup_intent.customer"] == donor.id)
        let path = "/v1/setup_intents/\(begun["pending_setup_intent.id"])/confirm"
        let done = await bench.api("POST", path, "payment_method=pm_card_visa")
        #expect(done["status"] == "succeeded")
        let now = await bench.api("GET", "/v1/subscriptions/\(begun["id"])")
        #expect(now["pending_setup_intent"] == "")
        #expect(now["default_payment_method"] == done["payment_method"])
        bench.go(to: "2026-02-07T11:00:00Z")
        #expect(try await bench.invoices(of: begun["id"]).map(\.amountPaid) == [0, 5000])
    }

    @Test("a free first invoice needs no payment method, and leaves a setup intent")
    func freeFirstInvoice() async throws {
        let bench = try ProcessorBench()
        let donor = try await bench.donor(with: nil)
        let price = try await bench.price()
        let coupon = await bench.api("POST", "/v1/coupons", "percent_off=100&duration=once")
        let form = "customer=\(donor.id)&items[0][price]=\(price)"
        #expect(await bench.api("POST", "/v1/subscriptions", form).status == 400)
        let begun = await bench.api(
            "POST", "/v1/subscriptions",
            "\(form)&discounts[0][coupon]=\(coupon["id"])&expand[0]=pending_setup_intent"
                + "&expand[1]=latest_invoice")
        #expect(begun["status"] == "active" && begun["latest_invoice.status"] == "paid")
        #expect(begun["pending_setup_intent.status"] == "requires_payment_method")
    }

    @Test("a trial with a card has no setup intent, unless the bank must be asked")
    func noPendingSetup() async throws {
        let bench = try ProcessorBench()
        let price = try await bench.price()
        for (card, status) in [("visa", ""), ("authenticationRequired", "requires_action")] {
            let donor = try await bench.donor(with: "pm_card_\(card)")
            let begun = await bench.api(
                "POST", "/v1/subscriptions",
                "customer=\(donor.id)&items[0][price]=\(price)&trial_period_days=7"
                    + "&expand[0]=pending_setup_intent")
            #expect(begun["pending_setup_intent.status"] == status)
        }
    }

    @Test("a cancellation keeps its comment and feedback, which can also be given later")
    func cancellationDetails() async throws {
        let bench = try ProcessorBench()
        let path = "/v1/subscriptions/\(try await bench.monthly().id)"
        let given = await bench.api(
            "DELETE", path, "cancellation_details[comment]=Moving&cancellation_details[feedback]=unused")
        #expect(given["cancellation_details.comment"] == "Moving")
        #expect(given["cancellation_details.feedback"] == "unused")
        #expect(given["cancellation_details.reason"] == "cancellation_requested")
        let later = await bench.api("POST", path, "cancellation_details[feedback]=too_expensive")
        #expect(later["cancellation_details.feedback"] == "too_expensive")
        #expect(later["cancellation_details.comment"] == "Moving" && later["status"] == "canceled")
        #expect(await bench.api("POST", path, "cancel_at_period_end=true").status == 400)
    }

    @Test("canceling with prorate and invoice_now credits the rest of the period")
    func proratedCancellation() async throws {
        let bench = try ProcessorBench()
        let subscription = try await bench.monthly()
        bench.go(to: "2026-02-14T09:00:00Z")
        let preview = await bench.api(
            "POST", "/v1/invoices/create_preview",
            "subscription=\(subscription.id)&subscription_details[cancel_now]=true")
        #expect(preview["total"] == "-2500")
        let path = "/v1/subscriptions/\(subscription.id)"
        let ended = await bench.api(
            "DELETE", path, "prorate=true&invoice_now=true&expand[0]=latest_invoice")
        #expect(ended["status"] == "canceled" && ended["latest_invoice.total"] == "-2500")
        let donor = await bench.api("GET", "/v1/customers/\(subscription.customer)")
        #expect(donor["balance"] == "-2500")
    }

    @Test("the subscription and its invoice name their test clock, and lists are never null")
    func testClock() async throws {
        let bench = try ProcessorBench()
        let clock = await bench.api("POST", "/v1/test_helpers/test_clocks", "frozen_time=1801386000")
        let donor = await bench.api(
            "POST", "/v1/customers",
            "test_clock=\(clock["id"])&payment_method=pm_card_visa"
                + "&invoice_settings[default_payment_method]=pm_card_visa")
        let price = try await bench.price()
        let begun = await bench.api(
            "POST", "/v1/subscriptions",
            "customer=\(donor["id"])&items[0][price]=\(price)&expand[0]=latest_invoice")
        #expect(begun["test_clock"] == clock["id"])
        #expect(begun["latest_invoice.test_clock"] == clock["id"])
        #expect(begun["default_tax_rates"] == "0" && begun["latest_invoice.customer_tax_ids"] == "0")
    }

    @Test("paying an invoice with a card that needs 3-D Secure: 402, then the challenge pays it")
    func secureInvoice() async throws {
        let bench = try ProcessorBench()
        let subscription = try await bench.monthly(with: "pm_card_visa")
        let failing = try await bench.processor.attach(
            "pm_card_chargeCustomerFail", to: subscription.customer, key: bench.key)
        _ = try await bench.processor.update(
            subscription: subscription.id, Subscription.Update(defaultPaymentMethod: failing.id),
            key: bench.key)
        bench.go(to: "2026-02-28T10:00:00Z")
        let open = try #require(try await bench.invoices(of: subscription.id).last)
        let path = "/v1/invoices/\(open.id)"
        let asked = await bench.api(
            "POST", "\(path)/pay", "payment_method=pm_card_authenticationRequired")
        #expect(asked.status == 402)
        #expect(asked["error.code"] == "invoice_payment_intent_requires_action")
        #expect(asked["error.payment_intent.status"] == "requires_action")
        #expect(await bench.api("GET", path)["status"] == "open")
        #expect(try await bench.events().contains("invoice.payment_action_required"))
        let intent = asked["error.payment_intent.id"]
        _ = try await bench.processor.challenge(intent, .passed)
        #expect(await bench.api("GET", path)["status"] == "paid")
        #expect(try await bench.processor.subscription(subscription.id).status == .active)
    }
}
