import Processor
import SimulationKit
import Testing

@testable import ProcessorSimulator

/// Idempotency keys of API requests.
@Suite struct ExchangeKeyTests {
    private let bench: ProcessorBench

    init() throws { bench = try ProcessorBench() }

    private func create(_ name: String = "Ada", key: String = "one", account: String? = nil) async
        -> APIResponse
    {
        await bench.processor.exchange(
            APIRequest(
                method: "POST", path: "/v1/customers", body: Array("name=\(name)".utf8), apiKey: "sk_test_x",
                idempotencyKey: key, account: account))
    }

    @Test("a key returns the same response for a day, and then makes a new request")
    func aDay() async throws {
        let first = await create()
        bench.clock.advance(seconds: 86_399)
        let again = await create()
        #expect(again.isReplayed && again.body == first.body)
        bench.clock.advance(seconds: 1)
        let new = await create()
        #expect(!new.isReplayed && new.body != first.body)
        #expect(try await bench.events() == ["customer.created", "customer.created"])
    }

    @Test("each replay has its own request id, and the id of the first request")
    func requestIDs() async {
        let first = await create()
        let replays = [await create(), await create()]
        let ids = ([first] + replays).map(\.requestID)
        #expect(Set(ids).count == 3 && ids.allSatisfy { $0.hasPrefix("req_") }, "\(ids)")
        #expect(([first] + replays).allSatisfy { $0.originalRequest == first.requestID })
        #expect(!first.isReplayed && replays.allSatisfy(\.isReplayed))
        let without = await bench.exchange("POST", "/v1/customers")
        #expect(without.status == 200 && without.originalRequest == nil)
    }

    @Test("a refused request that leaves its key free has no original request")
    func noOriginal() async {
        let refused = await create("", key: "two")
        #expect(refused.status == 400 && refused.originalRequest == nil)
        let next = await create("Ada", key: "two")
        #expect(!next.isReplayed && next.originalRequest == next.requestID)
    }

    @Test("refuses a key with other parameters, and a refused request leaves its key free")
    func clash() async throws {
        #expect(await create("", key: "two").status == 400)
        #expect(await create("Ada", key: "two").status == 200)
        #expect(await create("Grace", key: "two").status == 400)
    }

    @Test("refuses a key that was used in the typed interface, and vice versa")
    func bothDoors() async throws {
        _ = try await bench.processor.create(Customer.Create(name: "Ada"), key: IdempotencyKey("typed"))
        let refused = await create("Ada", key: "typed")
        #expect(refused.status == 409)
        #expect(String(decoding: refused.body, as: UTF8.self).contains("idempotency_key_in_use"))
        #expect(await create("Ada", key: "api").status == 200)
        await #expect(throws: ProcessorError.self) {
            _ = try await bench.processor.create(Customer.Create(name: "Ada"), key: IdempotencyKey("api"))
        }
        bench.clock.advance(seconds: 86_400)
        #expect(await create("Ada", key: "typed").status == 200)
    }

    @Test("each account has its own keys")
    func accounts() async throws {
        let church = try await bench.church()
        func clock(of account: String?) async -> APIResponse {
            await bench.processor.exchange(
                APIRequest(
                    method: "POST", path: "/v1/test_helpers/test_clocks",
                    body: Array("frozen_time=1893456000".utf8), apiKey: "sk_test_keys", idempotencyKey: "one",
                    account: account))
        }
        let platform = await clock(of: nil)
        let connected = await clock(of: church)
        #expect(connected.status == 200 && !connected.isReplayed && connected.body != platform.body)
    }
}
