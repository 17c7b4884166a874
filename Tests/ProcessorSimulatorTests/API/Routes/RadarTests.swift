import Processor
import ProcessorSimulator
import TestSupport
import Testing

/// Radar's value lists and early fraud warnings.
@Suite struct RadarTests {
    private func list(_ bench: ProcessorBench, _ alias: String, _ more: String = "") async -> APIShown {
        await bench.api("POST", "/v1/radar/value_lists", "alias=\(alias)&name=Blocked\(more)")
    }

    @Test("a value list holds values, and is deleted with them")
    func lists() async throws {
        let bench = try ProcessorBench()
        let made = await list(bench, "blocked", "&item_type=email&metadata[a]=1")
        #expect(made["object"] == "radar.value_list" && made["id"].hasPrefix("rsl_"))
        #expect(made["list_items.data"] == "0" && made["item_type"] == "email")
        let items = "/v1/radar/value_list_items"
        let item = await bench.api("POST", items, "value_list=\(made["id"])&value=a@example.org")
        #expect(item["object"] == "radar.value_list_item" && item["value_list"] == made["id"])
        _ = await bench.api("POST", items, "value_list=\(made["id"])&value=b@example.org")
        for wrong in ["a@example.org", "example.org"] {
            let refused = await bench.api("POST", items, "value_list=\(made["id"])&value=\(wrong)")
            #expect(refused["error.param"] == "value", "\(wrong)")
        }
        let path = "/v1/radar/value_lists/\(made["id"])"
        let shown = await bench.api("GET", path)
        #expect(shown["list_items.data"] == "2" && shown["list_items.data.0.value"] == "b@example.org")
        let query = "value_list=\(made["id"])"
        #expect(await bench.api("GET", items, query)["data"] == "2")
        #expect(await bench.api("GET", items, query + "&value=a@example.org")["data.0.id"] == item["id"])
        #expect(await bench.api("GET", items)["error.code"] == "parameter_missing")
        #expect(await bench.api("GET", items, "value_list=rsl_none")["error.param"] == "value_list")
        #expect(await bench.api("GET", "/v1/radar/value_lists", "contains=a@example.org")["data"] == "1")
        #expect(await bench.api("GET", "/v1/radar/value_lists", "contains=c@example.org")["data"] == "0")
        #expect(await bench.api("DELETE", items + "/\(item["id"])")["deleted"] == "1")
        #expect(await bench.api("GET", items + "/\(item["id"])").status == 404)
        #expect(await bench.api("DELETE", path)["deleted"] == "1")
        #expect(await bench.api("GET", path).status == 404)
        #expect(await bench.api("GET", items, query).status == 400)
    }

    @Test("the aliases of value lists are different")
    func aliases() async throws {
        let bench = try ProcessorBench()
        let (first, second) = (await list(bench, "a"), await list(bench, "b"))
        #expect(await list(bench, "a")["error.param"] == "alias")
        let path = "/v1/radar/value_lists/\(second["id"])"
        #expect(await bench.api("POST", path, "alias=a")["error.param"] == "alias")
        let changed = await bench.api("POST", path, "alias=b&name=More")
        #expect(changed["name"] == "More" && changed["alias"] == "b")
        #expect(await bench.api("GET", "/v1/radar/value_lists", "alias=a")["data.0.id"] == first["id"])
    }

    @Test("the card with a fraud record causes a warning, which a refund makes obsolete")
    func warnings() async throws {
        let bench = try ProcessorBench()
        let paid = await bench.api(
            "POST", "/v1/payment_intents",
            "amount=1000&currency=usd&payment_method=pm_card_createIssuerFraudRecord&confirm=true&capture_method=automatic"
        )
        let path = "/v1/radar/early_fraud_warnings"
        let listed = await bench.api("GET", path, "charge=\(paid["latest_charge"])")
        #expect(listed["data"] == "1" && listed["data.0.actionable"] == "1")
        #expect(listed["data.0.payment_intent"] == paid["id"])
        let warning = path + "/\(listed["data.0.id"])"
        #expect(await bench.api("GET", warning, "expand[0]=charge")["charge.amount"] == "1000")
        _ = await bench.api("POST", "/v1/refunds", "payment_intent=\(paid["id"])")
        #expect(await bench.api("GET", warning)["actionable"] == "0")
        #expect(await bench.api("GET", path + "/issfr_none").status == 404)
        #expect(try await bench.events().contains("radar.early_fraud_warning.created"))
        _ = await bench.api(
            "POST", "/v1/payment_intents",
            "amount=1000&currency=usd&payment_method=pm_card_visa&confirm=true&capture_method=automatic")
        #expect(await bench.api("GET", path)["data"] == "1")
    }
}
