import Foundation
import Processor
import ProcessorSimulator
import SimulationKit
import Testing
import TimeKit

/// Subscriptions created over the API, over time.
@Suite struct APISubscriptionTests {
    /// Creates a monthly subscription of 50.00 from January 31, with more parameters.
    private func begin(_ bench: ProcessorBench, _ more: String = "", with method: String? = "pm_card_visa")
        async throws -> APIShown
    {
        let donor = try await bench.donor(with: method)
        let price = try await bench.price()
        return await bench.api(
            "POST", "/v1/subscriptions", "customer=\(donor.id)&items[0][price]=\(price)\(more)")
    }

    private func amounts(_ bench: ProcessorBench, _ subscription: String) async throws -> [Int64] {
        try await bench.invoices(of: subscription).map(\.amountDue)
    }

    @Test("only minor attributes of an incomplete subscription can be changed")
    func incomplete() async throws {
        let bench = try ProcessorBench()
        let begun = try await begin(bench, with: "pm_card_chargeCustomerFail")
        let path = "/v1/subscriptions/\(begun["id"])"
        #expect(begun["status"] == "incomplete")
        for form in [
            "items[0][id]=\(begun["items.data.0.id"])&items[0][quantity]=2", "cancel_at_period_end=true",
            "trial_end=1780000000", "metadata[a]=1&billing_cycle_anchor=now",
        ] {
            let refused = await bench.api("POST", path, form)
            #expect(refused.status == 400, "\(form)")
            #expect(refused["error.message"].hasPrefix("You cannot update a subscription in `incomplete`"))
        }
        let item = "/v1/subscription_items/\(begun["items.data.0.id"])"
        #expect(await bench.api("POST", item, "quantity=2").status == 400)
        #expect(await bench.api("DELETE", item).status == 400)
        #expect(await bench.api("POST", item, "metadata[a]=1").status == 200)
        let card = try await bench.processor.attach(
            "pm_card_visa", to: begun["customer"], key: bench.key)
        let changed = await bench.api(
            "POST", path, "default_payment_method=\(card.id)&metadata[a]=2&description=Gift")
        #expect(changed["status"] == "incomplete" && changed["default_payment_method"] == card.id)
        #expect(changed["metadata.a"] == "2" && changed["description"] == "Gift")
        let paid = await bench.api("POST", "/v1/invoices/\(begun["latest_invoice"])/pay")
        #expect(paid["status"] == "paid")
        #expect(await bench.api("POST", path, "cancel_at_period_end=true")["cancel_at_period_end"] == "1")
    }

    @Test("two items make one invoice each month")
    func items() async throws {
        let bench = try ProcessorBench()
        let other = try await bench.price(700)
        let begun = try await begin(bench, "&items[1][price]=\(other)&items[1][quantity]=3")
        #expect(begun["status"] == "active")
        bench.go(to: "2026-03-31T10:00:00Z")
        #expect(try await amounts(bench, begun["id"]) == [7100, 7100, 7100])
        #expect(try await bench.invoices(of: begun["id"]).allSatisfy { $0.status == .paid })
    }

    @Test("a two-week price renews every two weeks")
    func fortnight() async throws {
        let bench = try ProcessorBench()
        let product = await bench.api("POST", "/v1/products", "name=Gift")
        let price = await bench.api(
            "POST", "/v1/prices",
            "product=\(product["id"])&currency=usd&unit_amount=900&recurring[interval]=week&recurring[interval_count]=2"
        )
        let donor = try await bench.donor()
        let begun = await bench.api(
            "POST", "/v1/subscriptions", "customer=\(donor.id)&items[0][price]=\(price["id"])")
        bench.go(to: "2026-02-28T09:00:00Z")
        let days = try await bench.invoices(of: begun["id"]).map(\.created.date.iso8601)
        #expect(days == ["2026-01-31", "2026-02-14", "2026-02-28"])
    }

    @Test(
        "a coupon applies for its duration",
        arguments: [
            ("duration=once", [4500, 5000, 5000, 5000]),
            ("duration=repeating&duration_in_months=2", [4500, 4500, 5000, 5000]),
            ("duration=forever", [4500, 4500, 4500, 4500]),
        ] as [(String, [Int64])])
    func coupons(duration: String, due: [Int64]) async throws {
        let bench = try ProcessorBench(at: "2026-01-15T09:00:00Z")
        let coupon = await bench.api("POST", "/v1/coupons", "percent_off=10&\(duration)")
        let begun = try await begin(bench, "&discounts[0][coupon]=\(coupon["id"])")
        bench.go(to: "2026-04-15T10:00:00Z")
        #expect(try await amounts(bench, begun["id"]) == due)
    }

    @Test("a promotion code is found in any case, redeems its coupon, and is counted")  // P4-24
    func promotionCode() async throws {
        let bench = try ProcessorBench(at: "2026-01-15T09:00:00Z")
        let coupon = await bench.api("POST", "/v1/coupons", "percent_off=10&duration=forever")
        let made = await bench.api(
            "POST", "/v1/promotion_codes",
            "promotion[type]=coupon&promotion[coupon]=\(coupon["id"])&code=Spring-26&max_redemptions=1")
        #expect(made["object"] == "promotion_code" && made["code"] == "Spring-26" && made["active"] == "1")
        #expect(made["promotion.type"] == "coupon" && made["promotion.coupon"] == coupon["id"])
        let found = await bench.api("GET", "/v1/promotion_codes", "code=SPRING-26&active=true")
        #expect(found["data.0.id"] == made["id"])
        let begun = try await begin(bench, "&discounts[0][promotion_code]=\(made["id"])&expand[0]=discounts")
        #expect(begun["discounts.0.promotion_code"] == made["id"])
        #expect(begun["discounts.0.source.coupon"] == coupon["id"])
        bench.go(to: "2026-02-15T10:00:00Z")
        #expect(try await amounts(bench, begun["id"]) == [4500, 4500])
        let used = await bench.api("GET", "/v1/promotion_codes/\(made["id"])")
        #expect(used["times_redeemed"] == "1" && used["active"] == "0")
        let counted = await bench.api("GET", "/v1/coupons/\(coupon["id"])")
        #expect(counted["times_redeemed"] == "1")
    }

    @Test("refuses a promotion code that is taken, unknown, expired or inactive, by its parameter")
    // P4-24
    func badPromotionCode() async throws {
        let bench = try ProcessorBench(at: "2026-01-15T09:00:00Z")
        let coupon = await bench.api("POST", "/v1/coupons", "percent_off=10")
        func make(_ fields: String) async -> APIShown {
            await bench.api(
                "POST", "/v1/promotion_codes",
                "promotion[type]=coupon&promotion[coupon]=\(coupon["id"])&\(fields)")
        }
        let made = await make("code=SPRING")
        #expect(await make("code=spring")["error.param"] == "code")
        #expect(await make("code=A_B")["error.param"] == "code")
        #expect(await make("code=LATE&expires_at=1")["error.param"] == "expires_at")
        let none = await bench.api(
            "POST", "/v1/promotion_codes", "promotion[type]=coupon&promotion[coupon]=NONE")
        #expect(none["error.code"] == "resource_missing" && none["error.param"] == "promotion[coupon]")
        let off = await bench.api("POST", "/v1/promotion_codes/\(made["id"])", "active=false")
        #expect(off["active"] == "0")
        for id in [made["id"], "promo_none"] {
            let refused = try await begin(bench, "&discounts[0][promotion_code]=\(id)")
            #expect(refused["error.param"] == "discounts[0][promotion_code]")
        }
        // An inactive code can be created again.
        #expect(await make("code=spring")["active"] == "1")
        let restricted = await make("code=NEW&restrictions[currency_options][eur][minimum_amount]=100")
        #expect(restricted["error.code"] == "parameter_not_simulated")
    }

    @Test("a proration is charged with the next renewal")
    func proration() async throws {
        let bench = try ProcessorBench(at: "2026-02-01T00:00:00Z")
        let begun = try await begin(bench)
        let dear = try await bench.price(10_000)
        bench.go(to: "2026-02-15T00:00:00Z")
        let changed = await bench.api(
            "POST", "/v1/subscriptions/\(begun["id"])",
            "items[0][id]=\(begun["items.data.0.id"])&items[0][price]=\(dear)")
        #expect(changed["items.data.0.price.unit_amount"] == "10000")
        bench.go(to: "2026-04-01T01:00:00Z")
        // Half of February is left: 25.00 is credited, 50.00 is added.
        #expect(try await amounts(bench, begun["id"]) == [5000, 12_500, 10_000])
    }

    @Test(
        "a trial that begins in a paid period credits the rest of the period, unless prorations are off",
        arguments: [
            ("", [5000, 2500], 0), ("&proration_behavior=always_invoice", [5000, 0, 2500], -2500),
            ("&proration_behavior=none", [5000, 5000], 0),
        ] as [(String, [Int64], Int)])
    func trialInPaidPeriod(parameter: String, due: [Int64], balance: Int) async throws {
        let bench = try ProcessorBench(at: "2026-02-01T00:00:00Z")
        let begun = try await begin(bench)
        bench.go(to: "2026-02-15T00:00:00Z")
        let end = try #require(Timestamp(iso8601: "2026-03-10T00:00:00Z")).seconds
        let moved = await bench.api(
            "POST", "/v1/subscriptions/\(begun["id"])", "trial_end=\(end)\(parameter)")
        #expect(moved["status"] == "trialing" && moved["items.data.0.current_period_end"] == "\(end)")
        // Half of February is left.
        #expect(await bench.api("GET", "/v1/customers/\(begun["customer"])")["balance"] == "\(balance)")
        // If the trial is extended, the credit is not given again.
        let later = await bench.api("POST", "/v1/subscriptions/\(begun["id"])", "trial_end=\(end + 1)")
        #expect(later["status"] == "trialing")
        bench.go(to: "2026-03-10T02:00:00Z")
        #expect(try await amounts(bench, begun["id"]) == due)
    }

    @Test("the end of a trial keeps the credit for the paid period before it")
    func trialEndsNow() async throws {
        let bench = try ProcessorBench(at: "2026-02-01T00:00:00Z")
        let begun = try await begin(bench)
        bench.go(to: "2026-02-15T00:00:00Z")
        let path = "/v1/subscriptions/\(begun["id"])"
        let end = try #require(Timestamp(iso8601: "2026-03-10T00:00:00Z")).seconds
        _ = await bench.api("POST", path, "trial_end=\(end)")
        #expect(await bench.api("POST", path, "trial_end=now")["status"] == "active")
        #expect(try await amounts(bench, begun["id"]) == [5000, 2500])
    }

    @Test("an application fee of a subscription needs a destination", arguments: ["0", "10"])
    func feeWithoutDestination(percent: String) async throws {
        let bench = try ProcessorBench()
        let fee = "application_fee_percent=\(percent)"
        #expect(try await begin(bench, "&\(fee)")["error.param"] == "application_fee_percent")
        let begun = try await begin(bench)
        let path = "/v1/subscriptions/\(begun["id"])"
        #expect(await bench.api("POST", path, fee)["error.param"] == "application_fee_percent")
        let church = try await bench.church()
        let changed = await bench.api("POST", path, "\(fee)&transfer_data[destination]=\(church)")
        #expect(changed["application_fee_percent"] == percent, "\(changed["error.message"])")
        #expect(await bench.api("POST", path, "transfer_data=")["error.param"] == "application_fee_percent")
    }

    @Test("an immediate proration is invoiced and booked at once")
    func invoicedNow() async throws {
        let bench = try ProcessorBench(at: "2026-02-01T00:00:00Z")
        let begun = try await begin(bench)
        bench.go(to: "2026-02-15T00:00:00Z")
        let before = try await bench.holding(of: nil)
        _ = await bench.api(
            "POST", "/v1/subscription_items/\(begun["items.data.0.id"])",
            "quantity=2&proration_behavior=always_invoice")
        #expect(try await amounts(bench, begun["id"]) == [5000, 2500])
        bench.clock.advance(seconds: 10)
        #expect(try await bench.holding(of: nil) - before == 2500 - 103)
    }

    @Test("a change of the interval begins a new period")
    func interval() async throws {
        let bench = try ProcessorBench(at: "2026-02-01T00:00:00Z")
        let begun = try await begin(bench)
        let yearly = try await bench.price(40_000, every: .year)
        bench.go(to: "2026-02-15T00:00:00Z")
        let changed = await bench.api(
            "POST", "/v1/subscriptions/\(begun["id"])",
            "items[0][id]=\(begun["items.data.0.id"])&items[0][price]=\(yearly)")
        #expect(try await amounts(bench, begun["id"]) == [5000, 37_500])
        #expect(changed["billing_cycle_anchor"] == "1771113600")
        bench.go(to: "2026-12-31T00:00:00Z")
        #expect(try await amounts(bench, begun["id"]).count == 2)
    }

    @Test("a subscription ends at the second of cancel_at, without another invoice")
    func cancelAt() async throws {
        let bench = try ProcessorBench()
        let begun = try await begin(bench, "&cancel_at=1774000000")
        bench.clock.advance(seconds: 180 * 86_400)
        let ended = try await bench.processor.subscription(begun["id"])
        #expect(ended.status == .canceled)
        #expect(ended.endedAt?.seconds == 1_774_000_000)
        #expect(try await amounts(bench, begun["id"]).count == 2)
    }

    @Test(
        "a trial that ends without a method cancels, pauses or makes the subscription past due",
        arguments: [("cancel", "canceled"), ("pause", "paused"), ("create_invoice", "past_due")])
    func trialWithoutMethod(behavior: String, status: String) async throws {
        let bench = try ProcessorBench()
        let begun = try await begin(
            bench,
            "&trial_period_days=3&trial_settings[end_behavior][missing_payment_method]=\(behavior)", with: nil
        )
        #expect(begun["status"] == "trialing")
        bench.clock.advance(seconds: 4 * 86_400)
        let shown = await bench.api("GET", "/v1/subscriptions/\(begun["id"])")
        #expect(shown["status"] == status)
        guard status == "paused" else { return }
        _ = try await bench.processor.attach("pm_card_visa", to: begun["customer"], key: bench.key)
        let resumed = await bench.api("POST", "/v1/subscriptions/\(begun["id"])/resume")
        #expect(resumed.status == 200)
        #expect(resumed["status"] == "past_due")
    }

    @Test(
        "while collection is paused, renewals are void, drafts or uncollectible",
        arguments: [("void", "void"), ("keep_as_draft", "draft"), ("mark_uncollectible", "uncollectible")])
    func paused(behavior: String, status: String) async throws {
        let bench = try ProcessorBench()
        let begun = try await begin(bench)
        _ = await bench.api(
            "POST", "/v1/subscriptions/\(begun["id"])", "pause_collection[behavior]=\(behavior)")
        bench.go(to: "2026-03-30T12:00:00Z")
        #expect(try await bench.invoices(of: begun["id"]).last?.status.rawValue == status)
    }

    @Test("a renewal that keeps failing is retried, then cancels the subscription with that reason")
    func fails() async throws {
        let bench = try ProcessorBench()
        let begun = try await begin(bench)
        let card = try await bench.processor.attach(
            "pm_card_chargeCustomerFail", to: begun["customer"], key: bench.key)
        _ = await bench.api("POST", "/v1/subscriptions/\(begun["id"])", "default_payment_method=\(card.id)")
        bench.go(to: "2026-02-28T10:00:00Z")
        #expect(await bench.api("GET", "/v1/subscriptions/\(begun["id"])")["status"] == "past_due")
        bench.go(to: "2026-03-14T10:00:00Z")
        let ended = await bench.api("GET", "/v1/subscriptions/\(begun["id"])")
        #expect(ended["status"] == "canceled")
        #expect(ended["cancellation_details.reason"] == "payment_failed")
    }

    @Test("a manually finalized invoice with auto_advance is charged an hour later")
    func autoAdvance() async throws {
        let bench = try ProcessorBench()
        let donor = try await bench.donor()
        let draft = await bench.api("POST", "/v1/invoices", "customer=\(donor.id)&currency=usd")
        let item = "customer=\(donor.id)&invoice=\(draft["id"])&amount=1000&currency=usd"
        _ = await bench.api("POST", "/v1/invoiceitems", item)
        _ = await bench.api("POST", "/v1/invoices/\(draft["id"])/finalize", "auto_advance=true")
        bench.clock.advance(seconds: 3_599)
        #expect(await bench.api("GET", "/v1/invoices/\(draft["id"])")["status"] == "open")
        bench.clock.advance(seconds: 1)
        #expect(await bench.api("GET", "/v1/invoices/\(draft["id"])")["status"] == "paid")
    }
}
