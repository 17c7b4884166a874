import MoneyKit
import Processor
import SimulationKit
import Testing
import TimeKit

@testable import ProcessorSimulator

/// Subscriptions with a stated billing day.
@Suite struct BillingAnchorTests {
    private func begin(_ bench: ProcessorBench, _ more: String, every months: Int64 = 1) async throws
        -> APIShown
    {
        let donor = try await bench.donor()
        let product = await bench.api("POST", "/v1/products", "name=Gift")
        let price = await bench.api(
            "POST", "/v1/prices",
            "product=\(product["id"])&currency=usd&unit_amount=5000&recurring[interval]=month&recurring[interval_count]=\(months)"
        )
        return await bench.api(
            "POST", "/v1/subscriptions", "customer=\(donor.id)&items[0][price]=\(price["id"])&\(more)")
    }

    private func charges(_ bench: ProcessorBench, _ subscription: String) async throws -> [String] {
        try await bench.invoices(of: subscription).filter { $0.amountDue > 0 }
            .map { "\($0.created.iso8601) \($0.amountDue)" }
    }

    @Test("M-1: day 31 means the last day of short months, from the first full invoice")
    func endOfMonth() async throws {
        let bench = try ProcessorBench(at: "2027-02-10T08:15:30Z")
        let begun = try await begin(
            bench, "billing_cycle_anchor_config[day_of_month]=31&proration_behavior=none")
        // The next month with this day.
        #expect(
            begun["billing_cycle_anchor"]
                == "\(try #require(Timestamp(iso8601: "2027-03-31T08:15:30Z")).seconds)")
        #expect(begun["billing_cycle_anchor_config.day_of_month"] == "31")
        #expect(begun["billing_cycle_anchor_config.hour"] == "")
        bench.go(to: "2027-05-01T00:00:00Z")
        #expect(
            try await charges(bench, begun["id"]) == [
                "2027-02-28T08:15:30Z 5000", "2027-03-31T08:15:30Z 5000", "2027-04-30T08:15:30Z 5000",
            ])
    }

    // Stripe's own example: a two-month price started in February has its next anchor in August.
    @Test("M-1: a two-month price started in February is anchored in August")
    func twoMonths() async throws {
        let bench = try ProcessorBench(at: "2027-02-10T00:00:00Z")
        let begun = try await begin(
            bench,
            "billing_cycle_anchor_config[day_of_month]=31&billing_cycle_anchor_config[hour]=9"
                + "&proration_behavior=none", every: 2)
        #expect(
            begun["billing_cycle_anchor"]
                == "\(try #require(Timestamp(iso8601: "2027-08-31T09:00:00Z")).seconds)")
        bench.go(to: "2027-07-01T00:00:00Z")
        #expect(
            try await charges(bench, begun["id"]) == [
                "2027-02-28T09:00:00Z 5000", "2027-04-30T09:00:00Z 5000", "2027-06-30T09:00:00Z 5000",
            ])
    }

    @Test("M-1: the anchor's month determines the months in which a two-month price is billed")
    func month() async throws {
        let bench = try ProcessorBench(at: "2027-02-10T00:00:00Z")
        let begun = try await begin(
            bench,
            "billing_cycle_anchor_config[day_of_month]=15&billing_cycle_anchor_config[month]=7"
                + "&billing_cycle_anchor_config[hour]=9&proration_behavior=none", every: 2)
        bench.go(to: "2027-06-01T00:00:00Z")
        #expect(
            try await charges(bench, begun["id"]) == [
                "2027-03-15T09:00:00Z 5000", "2027-05-15T09:00:00Z 5000",
            ])
    }

    @Test("M-1: an added item is charged immediately, and the time until the first full period is free")
    func added() async throws {
        let bench = try ProcessorBench(at: "2027-01-30T12:00:00Z")
        let product = await bench.api("POST", "/v1/products", "name=First gift")
        let begun = try await begin(
            bench,
            "billing_cycle_anchor_config[day_of_month]=30&billing_cycle_anchor_config[hour]=10"
                + "&proration_behavior=none&add_invoice_items[0][price_data][currency]=usd"
                + "&add_invoice_items[0][price_data][product]=\(product["id"])"
                + "&add_invoice_items[0][price_data][unit_amount]=7000&payment_behavior=error_if_incomplete")
        #expect(begun["status"] == "active")
        bench.go(to: "2027-04-01T00:00:00Z")
        #expect(
            try await charges(bench, begun["id"]) == [
                "2027-01-30T12:00:00Z 7000", "2027-02-28T10:00:00Z 5000", "2027-03-30T10:00:00Z 5000",
            ])
        #expect(try await bench.invoices(of: begun["id"]).allSatisfy { $0.status == .paid })
    }

    @Test("M-1: a trial skips a day, and added items are charged anyway")
    func addedInTrial() async throws {
        let bench = try ProcessorBench(at: "2027-04-30T23:00:00Z")
        let product = await bench.api("POST", "/v1/products", "name=First gift")
        let end = try #require(Timestamp(iso8601: "2027-05-02T06:00:00Z")).seconds
        let begun = try await begin(
            bench,
            "billing_cycle_anchor_config[day_of_month]=1&billing_cycle_anchor_config[hour]=6"
                + "&billing_cycle_anchor_config[minute]=0&billing_cycle_anchor_config[second]=0"
                + "&trial_end=\(end)&proration_behavior=none&add_invoice_items[0][price_data][currency]=usd"
                + "&add_invoice_items[0][price_data][product]=\(product["id"])"
                + "&add_invoice_items[0][price_data][unit_amount]=5000")
        #expect(begun["status"] == "trialing")
        bench.go(to: "2027-05-02T07:00:00Z")
        #expect(try await bench.processor.subscription(begun["id"]).status == .active)
        bench.go(to: "2027-07-02T00:00:00Z")
        #expect(
            try await charges(bench, begun["id"]) == [
                "2027-04-30T23:00:00Z 5000", "2027-06-01T06:00:00Z 5000", "2027-07-01T06:00:00Z 5000",
            ])
    }

    // Stripe's own example: a one-week trial from the 15th, then billing on the 1st of each month.
    @Test("M-1: the time between a trial and the anchor is prorated")
    func proratedAfterTrial() async throws {
        let bench = try ProcessorBench(at: "2027-03-15T00:00:00Z")
        let end = try #require(Timestamp(iso8601: "2027-03-22T00:00:00Z")).seconds
        let anchor = try #require(Timestamp(iso8601: "2027-04-01T00:00:00Z")).seconds
        let begun = try await begin(bench, "trial_end=\(end)&billing_cycle_anchor=\(anchor)")
        bench.go(to: "2027-05-02T00:00:00Z")
        // 10 of the 30 days of the following period.
        #expect(
            try await charges(bench, begun["id"]) == [
                "2027-03-22T00:00:00Z 1667", "2027-04-01T00:00:00Z 5000", "2027-05-01T00:00:00Z 5000",
            ])
    }

    @Test("M-1: a trial set later replaces the configuration")
    func moved() async throws {
        let bench = try ProcessorBench(at: "2027-02-10T00:00:00Z")
        let begun = try await begin(
            bench, "billing_cycle_anchor_config[day_of_month]=31&proration_behavior=none")
        let end = try #require(Timestamp(iso8601: "2027-03-05T00:00:00Z")).seconds
        let moved = await bench.api("POST", "/v1/subscriptions/\(begun["id"])", "trial_end=\(end)")
        #expect(moved["billing_cycle_anchor"] == "\(end)")
        #expect(moved["billing_cycle_anchor_config"] == "")
        bench.go(to: "2027-04-06T00:00:00Z")
        #expect(
            try await charges(bench, begun["id"]) == [
                "2027-03-05T00:00:00Z 5000", "2027-04-05T00:00:00Z 5000",
            ])
    }

    @Test("M-1: a period that begins early gives no credit for the free period before it")
    func freePeriod() async throws {
        let bench = try ProcessorBench(at: "2027-02-10T00:00:00Z")
        let begun = try await begin(
            bench, "billing_cycle_anchor_config[day_of_month]=31&proration_behavior=none")
        bench.go(to: "2027-02-15T00:00:00Z")
        _ = await bench.api("POST", "/v1/subscriptions/\(begun["id"])", "billing_cycle_anchor=now")
        #expect(try await charges(bench, begun["id"]) == ["2027-02-15T00:00:00Z 5000"])
    }

    @Test(
        "M-1: a declined first charge creates no subscription, with or without a trial",
        arguments: [false, true])
    func declined(hasTrial: Bool) async throws {
        let bench = try ProcessorBench(at: "2027-02-10T00:00:00Z")
        let donor = try await bench.donor(with: "pm_card_chargeCustomerFail")
        let price = try await bench.price()
        let product = try await bench.processor.createProduct(named: "Gift", metadata: [:], key: bench.key)
        let request = Subscription.Create(
            customer: donor.id, price: price,
            trialEnd: hasTrial ? bench.clock.now.adding(seconds: 86_400) : nil,
            anchor: BillingAnchor(dayOfMonth: 10, hour: 6, minute: 0, second: 0),
            addedAmount: .init(product: product.id, amount: 5000, currency: .usd), errorIfIncomplete: true)
        let error = await refusal { try await bench.processor.create(request, key: bench.key) }
        #expect(error?.status == 402)
        #expect(try await bench.processor.subscriptions(ListQuery()).data.isEmpty)
    }

    @Test(
        "refuses an invalid anchor by its parameter name",
        arguments: [
            ("billing_cycle_anchor_config[day_of_month]=0", "billing_cycle_anchor_config[day_of_month]"),
            ("billing_cycle_anchor_config[day_of_month]=32", "billing_cycle_anchor_config[day_of_month]"),
            ("billing_cycle_anchor_config[hour]=3", "billing_cycle_anchor_config[day_of_month]"),
            (
                "billing_cycle_anchor_config[day_of_month]=1&billing_cycle_anchor_config[hour]=24",
                "billing_cycle_anchor_config[hour]"
            ),
            (
                "billing_cycle_anchor_config[day_of_month]=1&billing_cycle_anchor=1803000000",
                "billing_cycle_anchor_config"
            ),
            ("add_invoice_items[0][quantity]=2", "add_invoice_items[0][price]"),
        ])
    func refused(more: String, parameter: String) async throws {
        let bench = try ProcessorBench(at: "2027-02-10T00:00:00Z")
        let shown = try await begin(bench, more)
        #expect(shown["error.param"] == parameter)
    }
}
