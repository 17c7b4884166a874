import Processor
import Testing

@testable import ProcessorSimulator

/// The keys, ids and parameters of API requests.
@Suite struct RequestFormTests {
    private let bench: ProcessorBench

    init() throws { bench = try ProcessorBench() }

    private func send(
        _ form: String, _ method: String = "POST", _ path: String = "/v1/customers",
        key: String? = "sk_test_x",
        idempotencyKey: String? = nil
    ) async -> APIResponse {
        await bench.processor.exchange(
            APIRequest(
                method: method, path: path, query: method == "POST" ? [] : Array(form.utf8),
                body: method == "POST" ? Array(form.utf8) : [], apiKey: key, idempotencyKey: idempotencyKey))
    }

    @Test("a repeated request has the same parameters, whatever their order and encoding")
    func sameParameters() async {
        let first = await send("name=Ada%20L&metadata[a]=1&metadata[b]=2", idempotencyKey: "one")
        for form in [
            "metadata[b]=2&metadata[a]=1&name=Ada+L", "metadata%5Ba%5D=1&name=%41da%20L&metadata%5Bb%5D=2&",
        ] {
            let again = await send(form, idempotencyKey: "one")
            #expect(again.isReplayed && again.body == first.body, "\(form)")
        }
        for form in [
            "name=Ada&metadata[a]=1&metadata[b]=2", "name=Ada+L&metadata[a]=2&metadata[b]=1", "name=Ada+L",
        ] {
            #expect(await send(form, idempotencyKey: "one").status == 400, "\(form)")
        }
    }

    @Test("the order of a list is part of the parameters")
    func lists() async {
        let form = "expand[0]=default_source&expand[1]=discount"
        #expect(await send(form, idempotencyKey: "two").status == 200)
        #expect(await send("expand[]=default_source&expand[]=discount", idempotencyKey: "two").isReplayed)
        #expect(
            await send("expand[0]=discount&expand[1]=default_source", idempotencyKey: "two").status == 400)
    }

    @Test("each response has its own request id, which depends on the seed and the clock only")
    func requestIDs() async throws {
        func ids(_ bench: ProcessorBench) async -> [String] {
            var ids: [String] = []
            for path in ["/v1/balance", "/v1/balance", "/v1/customers/cus_none", "/v1/nothing"] {
                ids.append(await bench.exchange("GET", path).requestID)
            }
            return ids
        }
        let first = await ids(bench)
        #expect(
            Set(first).count == 4 && first.allSatisfy { $0.hasPrefix("req_") && $0.count == 28 }, "\(first)")
        #expect(try await ids(ProcessorBench()) == first)
        #expect(try await ids(ProcessorBench(at: "2026-02-01T09:00:00Z")) != first)
    }

    @Test("a publishable key in the form works as in the header, and a secret key does not")
    func keyInForm() async {
        let made = await bench.api("POST", "/v1/payment_intents", "amount=500&currency=usd")
        let (id, secret) = (made["id"], made["client_secret"])
        let path = "/v1/payment_intents/\(id)"
        let form = "key=pk_test_x&client_secret=\(secret)"
        #expect(await send(form, "GET", path, key: nil).status == 200)
        #expect(await send(form, "GET", path, key: "pk_test_x").status == 200)
        let confirmed = await send(
            form + "&payment_method=pm_card_visa", "POST", path + "/confirm", key: nil)
        #expect(confirmed.status == 200 && confirmed.json["status"] as? String == "succeeded")
        for key in ["sk_test_x", "rk_test_x", "pk_live_x", "pk_test_", ""] {
            #expect(await send("name=Ada&key=\(key)", key: nil).status == 401, "\(key)")
        }
        #expect(await send("name=Ada&key=pk_test_x", key: nil).status == 401)
        #expect(await send("name=Ada&key=sk_test_x").status == 400)
    }

    @Test("a parameter that is newer than the description is refused by name")
    func newer() async {
        let refused = await bench.api(
            "POST", "/v1/payment_intents", "amount=500&currency=usd&allowed_payment_method_types[0]=card")
        #expect(refused.status == 400 && refused["error.code"] == "parameter_not_simulated")
        #expect(refused["error.param"] == "allowed_payment_method_types")
        #expect(await bench.api("POST", "/v1/customers", "nothing=1")["error.code"] == "parameter_unknown")
    }

    @Test("the error for a time range names the bound that is not an integer")
    func timeRange() async {
        let refused = await bench.api("GET", "/v1/customers", "created[gt]=x")
        #expect(refused.status == 400 && refused["error.param"] == "created[gt]")
        #expect(refused["error.message"] == "Invalid integer: x")
        #expect(refused["error.code"] == "parameter_invalid_integer")
    }

    @Test("the versions that are simulated, and the form of a version")
    func versions() {
        for text in ["2026-05-27.dahlia", "2026-08-26.dahlia", "2026-10-28.endive"] {
            #expect(APIVersions.simulates(text))
        }
        for text in ["2025-03-31.basil", "2020-08-27", ".dahlia", "x.dahlia", "2026-05-27.xdahlia"] {
            #expect(!APIVersions.simulates(text))
        }
        for text in ["2026-10-28.endive", "2020-08-27", "2019-02-19"] { #expect(APIVersions.isVersion(text)) }
        for text in [
            "", "latest", "2026-1-1", "2026-10-28.", "2026-10-28.Endive", "2026-10-28\r\nx", "２026-10-28",
        ] {
            #expect(!APIVersions.isVersion(text), "\(text)")
        }
    }
}
