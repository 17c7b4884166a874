import Processor
import ProcessorSimulator
import TestSupport
import Testing

/// Plans: recurring prices in their older form.
@Suite struct PlanTests {
    private func plan(_ bench: ProcessorBench, _ more: String = "") async -> APIShown {
        await bench.api(
            "POST", "/v1/plans", "amount=1500&currency=usd&interval=month&product[name]=Candles" + more)
    }

    @Test("a plan is a price, and a recurring price is a plan")
    func shapes() async throws {
        let bench = try ProcessorBench()
        let made = await plan(bench, "&interval_count=3&nickname=Quarterly&trial_period_days=7&metadata[a]=b")
        #expect(made["object"] == "plan" && made["amount"] == "1500" && made["amount_decimal"] == "1500")
        #expect(made["interval"] == "month" && made["interval_count"] == "3" && made["metadata.a"] == "b")
        #expect(made["trial_period_days"] == "7" && made["usage_type"] == "licensed")
        let price = await bench.api("GET", "/v1/prices/\(made["id"])")
        #expect(price["object"] == "price" && price["id"] == made["id"] && price["unit_amount"] == "1500")
        #expect(price["recurring.trial_period_days"] == "7" && price["product"] == made["product"])
        let monthly = try await bench.price()
        #expect(await bench.api("GET", "/v1/plans/\(monthly)")["amount"] == "5000")
        let once = try await bench.price(every: nil)
        #expect(await bench.api("GET", "/v1/plans/\(once)").status == 404)
        #expect(await bench.api("GET", "/v1/plans")["data"] == "2")
    }

    @Test("a plan keeps the id that was chosen for it, also in subscriptions and lists")
    func chosen() async throws {
        let bench = try ProcessorBench()
        let made = await plan(bench, "&id=gold")
        #expect(made["id"] == "gold")
        #expect(await plan(bench, "&id=gold")["error.code"] == "resource_already_exists")
        #expect(await bench.api("GET", "/v1/prices/gold")["id"] == "gold")
        let donor = try await bench.donor()
        let subscription = await bench.api(
            "POST", "/v1/subscriptions", "customer=\(donor.id)&items[0][price]=gold")
        #expect(subscription["items.data.0.price.id"] == "gold", "\(subscription["error.message"])")
        let other = await plan(bench)
        let page = await bench.api("GET", "/v1/plans", "limit=1")
        #expect(page["data.0.id"] == other["id"] && page["has_more"] == "1")
        let rest = await bench.api("GET", "/v1/plans", "limit=1&starting_after=\(other["id"])")
        #expect(rest["data.0.id"] == "gold" && rest["has_more"] == "0")
        #expect(await bench.api("GET", "/v1/plans", "starting_after=gold")["data"] == "0")
    }

    @Test("a changed plan changes the price, and a deleted one is missing but goes on being charged")
    func changes() async throws {
        let bench = try ProcessorBench()
        let made = await plan(bench, "&id=gold")
        let donor = try await bench.donor()
        let subscription = await bench.api(
            "POST", "/v1/subscriptions", "customer=\(donor.id)&items[0][price]=gold")
        let changed = await bench.api("POST", "/v1/plans/gold", "nickname=Gold&active=false")
        #expect(changed["nickname"] == "Gold" && changed["active"] == "0")
        let event = await bench.api("GET", "/v1/events", "type=plan.updated")
        #expect(event["data.0.data.object.id"] == "gold")
        #expect(event["data.0.data.previous_attributes.active"] == "1")
        #expect(await bench.api("GET", "/v1/prices/gold")["nickname"] == "Gold")
        let deleted = await bench.api("DELETE", "/v1/plans/gold")
        #expect(deleted["deleted"] == "1" && deleted["id"] == "gold" && deleted["object"] == "plan")
        #expect(await bench.api("GET", "/v1/plans/gold").status == 404)
        #expect(await bench.api("GET", "/v1/prices/gold").status == 404)
        #expect(await bench.api("GET", "/v1/prices")["data"] == "0")
        #expect(await bench.api("GET", "/v1/subscriptions/\(subscription["id"])")["status"] == "active")
        #expect(await bench.api("DELETE", "/v1/products/\(made["product"])")["deleted"] == "1")
        #expect(await plan(bench, "&id=gold")["id"] == "gold")
    }

    @Test(
        "refuses a plan by the parameter that is wrong",
        arguments: [
            ("currency=usd&interval=month&product[name]=A", "amount"),
            ("amount=-1&currency=usd&interval=month&product[name]=A", "amount"),
            ("amount=1&currency=usd&interval=month", "product"),
            ("amount=1&currency=usd&interval=month&product=prod_x", "product"),
            ("amount=1&currency=usd&interval=month&product[name]=A&usage_type=metered", "usage_type"),
            ("amount=1&currency=usd&interval=year&product[name]=A&interval_count=4", "interval_count"),
            (
                "amount=1&currency=usd&interval=month&product[name]=A&trial_period_days=731",
                "trial_period_days"
            ),
            ("amount=1&currency=usd&interval=month&product[name]=A&amount_decimal=1", "amount_decimal"),
        ])
    func refuses(form: String, parameter: String) async throws {
        let bench = try ProcessorBench()
        let made = await bench.api("POST", "/v1/plans", form)
        #expect(made.status == 400 && made["error.param"] == parameter, "\(made["error.message"])")
    }
}
