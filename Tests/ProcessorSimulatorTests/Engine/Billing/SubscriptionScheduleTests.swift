import Processor
import ProcessorSimulator
import SimulationKit
import Testing
import TextKit
import TimeKit

/// Source: Stripe documentation, "Subscription schedules".
@Suite struct SubscriptionScheduleTests {
    private let path = "/v1/subscription_schedules"

    /// Creates a monthly subscription of 50.00 from January 31, and a schedule of it.
    private func migrated(_ bench: ProcessorBench) async throws -> (Subscription, APIShown) {
        let subscription = try await bench.monthly()
        return (subscription, await bench.api("POST", path, "from_subscription=\(subscription.id)"))
    }

    @Test("a schedule of a subscription has the current period as its phase, and there is only one")
    func migration() async throws {
        let bench = try ProcessorBench()
        let (subscription, schedule) = try await migrated(bench)
        #expect(schedule["object"] == "subscription_schedule" && schedule["status"] == "active")
        #expect(schedule["id"].hasPrefix("sub_sched_") && schedule["subscription"] == subscription.id)
        #expect(schedule["phases"] == "1" && schedule["end_behavior"] == "release")
        #expect(schedule["phases.0.items.0.price"] == subscription.price.id)
        #expect(schedule["current_phase.end_date"] == "\(subscription.currentPeriodEnd.seconds)")
        let shown = await bench.api(
            "GET", "/v1/subscriptions/\(subscription.id)", "expand[0]=schedule")
        #expect(shown["schedule.id"] == schedule["id"])
        #expect(await bench.api("GET", "\(path)/\(schedule["id"])")["id"] == schedule["id"])
        let again = await bench.api("POST", path, "from_subscription=\(subscription.id)")
        #expect(again.status == 400 && again["error.param"] == "from_subscription")
        let both = await bench.api("POST", path, "from_subscription=\(subscription.id)&end_behavior=cancel")
        #expect(both["error.param"] == "end_behavior")
    }

    @Test("a second phase changes the price with the renewal, and then the schedule is released")
    func secondPhase() async throws {
        let bench = try ProcessorBench()
        let (subscription, schedule) = try await migrated(bench)
        let dear = try await bench.price(8000)
        let updated = await bench.api(
            "POST", "\(path)/\(schedule["id"])",
            "phases[0][start_date]=\(schedule["current_phase.start_date"])"
                + "&phases[0][end_date]=\(schedule["current_phase.end_date"])"
                + "&phases[0][items][0][price]=\(subscription.price.id)"
                + "&phases[1][items][0][price]=\(dear)&phases[1][duration][interval]=month")
        #expect(updated["phases"] == "2" && updated["phases.1.items.0.price"] == dear)
        #expect(updated["phases.1.start_date"] == schedule["current_phase.end_date"])
        let preview = await bench.api(
            "POST", "/v1/invoices/create_preview", "subscription=\(subscription.id)")
        #expect(preview["total"] == "8000")
        bench.go(to: "2026-02-28T10:00:00Z")
        let invoices = try await bench.invoices(of: subscription.id)
        #expect(invoices.map(\.amountPaid) == [5000, 8000])
        let second = await bench.api("GET", "\(path)/\(schedule["id"])")
        #expect(second["current_phase.start_date"] == schedule["current_phase.end_date"])
        bench.go(to: "2026-03-29T09:00:00Z")
        let released = await bench.api("GET", "\(path)/\(schedule["id"])")
        #expect(released["status"] == "released" && released["subscription"] == "")
        #expect(released["released_subscription"] == subscription.id)
        let now = try await bench.processor.subscription(subscription.id)
        #expect(now.status == .active && now.schedule == nil && now.price.id == dear)
        let events = try await bench.events().filter { $0.hasPrefix("subscription_schedule.") }
        // Those of January are older than 30 days, and deleted.
        #expect(events == ["updated", "expiring", "released"].map { "subscription_schedule.\($0)" })
    }

    @Test("a schedule starts its subscription later, and cancels it after the last phase")
    func start() async throws {
        let bench = try ProcessorBench()
        let donor = try await bench.donor()
        let price = try await bench.price()
        let start = try #require(Timestamp(iso8601: "2026-02-10T09:00:00Z")).seconds
        let schedule = await bench.api(
            "POST", path,
            "customer=\(donor.id)&start_date=\(start)&end_behavior=cancel"
                + "&phases[0][items][0][price]=\(price)&phases[0][duration][interval]=month"
                + "&phases[0][duration][interval_count]=2")
        #expect(schedule["status"] == "not_started" && schedule["subscription"] == "")
        let waiting = await bench.api("GET", path, "customer=\(donor.id)&scheduled=true")
        #expect(waiting["data"] == "1")
        let preview = await bench.api(
            "POST", "/v1/invoices/create_preview", "schedule=\(schedule["id"])")
        #expect(preview["total"] == "5000")
        bench.go(to: "2026-02-10T10:00:00Z")
        let begun = await bench.api("GET", "\(path)/\(schedule["id"])", "expand[0]=subscription")
        #expect(begun["status"] == "active" && begun["subscription.status"] == "active")
        let id = begun["subscription.id"]
        #expect(try await bench.invoices(of: id).map(\.amountPaid) == [5000])
        bench.go(to: "2026-04-10T10:00:00Z")
        let ended = await bench.api("GET", "\(path)/\(schedule["id"])")
        #expect(ended["status"] == "completed" && ended["completed_at"] != "")
        #expect(try await bench.processor.subscription(id).status == .canceled)
        #expect(try await bench.invoices(of: id).map(\.amountPaid) == [5000, 5000])
    }

    @Test("a change of the current phase is prorated")
    func proration() async throws {
        let bench = try ProcessorBench()
        let (subscription, schedule) = try await migrated(bench)
        bench.go(to: "2026-02-14T09:00:00Z")
        let updated = await bench.api(
            "POST", "\(path)/\(schedule["id"])",
            "phases[0][items][0][price]=\(subscription.price.id)&phases[0][items][0][quantity]=2"
                + "&phases[0][end_date]=\(schedule["current_phase.end_date"])"
                + "&proration_behavior=always_invoice")
        #expect(updated["phases.0.items.0.quantity"] == "2")
        #expect(try await bench.invoices(of: subscription.id).map(\.amountDue) == [5000, 2500])
        #expect(try await bench.processor.subscription(subscription.id).quantity == 2)
    }

    @Test("a discount that is added to the current phase applies to its subscription")
    func discount() async throws {
        let bench = try ProcessorBench()
        let (subscription, schedule) = try await migrated(bench)
        _ = await bench.api("POST", "/v1/coupons", "id=half&percent_off=50&duration=forever")
        let updated = await bench.api(
            "POST", "\(path)/\(schedule["id"])",
            "phases[0][start_date]=\(schedule["current_phase.start_date"])"
                + "&phases[0][end_date]=\(schedule["current_phase.end_date"])"
                + "&phases[0][items][0][price]=\(subscription.price.id)&phases[0][discounts][0][coupon]=half")
        #expect(updated.status == 200, "\(updated["error.message"])")
        let shown = await bench.api("GET", "/v1/subscriptions/\(subscription.id)", "expand[0]=discounts")
        #expect(shown["discounts.0.source.coupon"] == "half")
    }

    @Test("a schedule without a platform fee shows the fee as null in its settings and in each phase")
    func withoutFee() async throws {
        let bench = try ProcessorBench()
        let (subscription, schedule) = try await migrated(bench)
        let price = subscription.price.id
        let updated = await bench.api(
            "POST", "\(path)/\(schedule["id"])",
            "phases[0][start_date]=\(schedule["current_phase.start_date"])"
                + "&phases[0][end_date]=\(schedule["current_phase.end_date"])"
                + "&phases[0][items][0][price]=\(price)"
                + "&phases[1][items][0][price]=\(price)&phases[1][duration][interval]=month")
        let shown = try JSONTree(Array(updated.body))
        let fees = (shown["phases"].elements + [shown["default_settings"]]).map { part -> JSONTree? in
            guard case .object(let fields) = part else { return nil }
            return fields.first { $0.key == "application_fee_percent" }?.value
        }
        #expect(fees == [.null, .null, .null])
    }

    @Test("a schedule without a usable payment method leaves its subscription past due")
    func withoutMethod() async throws {
        let bench = try ProcessorBench()
        let donor = try await bench.donor(with: nil)
        let price = try await bench.price()
        let schedule = await bench.api(
            "POST", path, "customer=\(donor.id)&start_date=now&phases[0][items][0][price]=\(price)")
        #expect(schedule["status"] == "active")
        bench.clock.advance(seconds: 3600)
        let status = try await bench.processor.subscription(schedule["subscription"]).status
        #expect(status == .pastDue)
    }

    @Test("canceling a schedule cancels its subscription, and releasing one does not")
    func end() async throws {
        let bench = try ProcessorBench()
        let (first, canceled) = try await migrated(bench)
        let end = "\(path)/\(canceled["id"])/cancel"
        #expect(await bench.api("POST", end, "prorate=false&invoice_now=false")["status"] == "canceled")
        #expect(try await bench.processor.subscription(first.id).status == .canceled)
        #expect(await bench.api("POST", end).status == 400)
        let (second, released) = try await migrated(bench)
        let shown = await bench.api("POST", "\(path)/\(released["id"])/release")
        #expect(shown["status"] == "released" && shown["released_subscription"] == second.id)
        #expect(try await bench.processor.subscription(second.id).status == .active)
    }

    @Test("a subscription's cancellation cancels its schedule, which alone may set a later one")
    func canceledSubscription() async throws {
        let bench = try ProcessorBench()
        let (subscription, schedule) = try await migrated(bench)
        let own = "/v1/subscriptions/\(subscription.id)"
        let refused = await bench.api("POST", own, "cancel_at_period_end=true")
        #expect(refused.status == 400 && refused["error.message"].contains(schedule["id"]))
        #expect(await bench.api("DELETE", own)["status"] == "canceled")
        #expect(await bench.api("GET", "\(path)/\(schedule["id"])")["status"] == "canceled")
    }

    @Test(
        "a phase without items, or that ends before it begins, is refused by its parameter",
        arguments: [
            ("phases[0][end_date]=1", "phases[0][end_date]"),
            ("phases[0][trial_end]=99999999999", "phases[0][trial_end]"),
            ("phases[0][items][0][quantity]=0", "phases[0][items][0][quantity]"),
            ("phases[0][discounts][0][coupon]=NONE", "phases[0][discounts][0][coupon]"),
        ])
    func refused(form: String, parameter: String) async throws {
        let bench = try ProcessorBench()
        let donor = try await bench.donor()
        let price = try await bench.price()
        let answer = await bench.api(
            "POST", path,
            "customer=\(donor.id)&start_date=now&phases[0][items][0][price]=\(price)&\(form)")
        #expect(answer.status == 400 && answer["error.param"] == parameter)
    }
}
