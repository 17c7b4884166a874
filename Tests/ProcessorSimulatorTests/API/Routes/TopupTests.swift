import Processor
import ProcessorSimulator
import SimulationKit
import TestSupport
import Testing

/// Top-ups of the balance.
@Suite struct TopupTests {
    private func topup(_ bench: ProcessorBench, _ amount: Int = 5_000, _ more: String = "") async -> APIShown
    {
        await bench.api("POST", "/v1/topups", "amount=\(amount)&currency=usd\(more)")
    }

    @Test("a top-up arrives a day later, and increases the balance")
    func arrives() async throws {
        let bench = try ProcessorBench()
        let made = await topup(bench, 5_000, "&description=Reserve&transfer_group=a&metadata[a]=1")
        #expect(made["object"] == "topup" && made["id"].hasPrefix("tu_"), "\(made["error.message"])")
        #expect(made["status"] == "pending" && made["balance_transaction"] == "")
        #expect(await bench.api("GET", "/v1/balance")["available.0.amount"] == "0")
        bench.clock.advance(seconds: 86_400)
        let path = "/v1/topups/\(made["id"])"
        let done = await bench.api("GET", path, "expand[0]=balance_transaction.source")
        #expect(done["status"] == "succeeded" && done["balance_transaction.type"] == "topup")
        #expect(done["balance_transaction.net"] == "5000" && done["balance_transaction.fee"] == "0")
        #expect(done["balance_transaction.source.id"] == made["id"])
        #expect(await bench.api("GET", "/v1/balance")["available.0.amount"] == "5000")
        #expect(await bench.api("GET", "/v1/balance_transactions", "type=topup")["data"] == "1")
        let changed = await bench.api("POST", path, "description=More&metadata[a]=")
        #expect(changed["description"] == "More" && changed["metadata.a"] == "")
        let events = try await bench.events().filter { $0.hasPrefix("topup") }
        #expect(events == ["topup.created", "topup.succeeded"])
        #expect(await bench.api("POST", path + "/cancel").status == 400)
    }

    @Test("a pending top-up can be canceled, and never arrives")
    func canceled() async throws {
        let bench = try ProcessorBench()
        let made = await topup(bench)
        let path = "/v1/topups/\(made["id"])"
        #expect(await bench.api("POST", path + "/cancel")["status"] == "canceled")
        bench.clock.advance(seconds: 2 * 86_400)
        #expect(await bench.api("GET", path)["status"] == "canceled")
        #expect(await bench.api("GET", "/v1/balance")["available.0.amount"] == "0")
        #expect(await bench.api("POST", path + "/cancel").status == 400)
    }

    @Test("a top-up from a bank account that refuses the debit fails")
    func fails() async throws {
        let bench = try ProcessorBench()
        let token = await bench.api(
            "POST", "/v1/tokens",
            "bank_account[country]=US&bank_account[currency]=usd&bank_account[routing_number]=110000000&bank_account[account_number]=000222222227"
        )
        let made = await topup(bench, 100, "&source=\(token["id"])")
        #expect(made["status"] == "pending", "\(made["error.message"])")
        bench.clock.advance(seconds: 86_400)
        let failed = await bench.api("GET", "/v1/topups/\(made["id"])")
        #expect(failed["status"] == "failed" && failed["failure_code"] == "insufficient_funds")
        #expect(await bench.api("GET", "/v1/balance")["available.0.amount"] == "0")
    }

    @Test("top-ups are listed by status and amount, and wrong ones are refused")
    func lists() async throws {
        let bench = try ProcessorBench()
        for amount in [100, 200, 300] { _ = await topup(bench, amount) }
        let path = "/v1/topups"
        #expect(await bench.api("GET", path, "amount=200")["data.0.amount"] == "200")
        #expect(await bench.api("GET", path, "amount[gt]=100&amount[lte]=300")["data"] == "2")
        #expect(await bench.api("GET", path, "status=succeeded")["data"] == "0")
        #expect(await bench.api("GET", path, "limit=2")["has_more"] == "1")
        for wrong in ["amount=0", "amount=-5", "amount=99999999999", "amount=100&source=src_none"] {
            #expect(await bench.api("POST", path, wrong + "&currency=usd").status == 400, "\(wrong)")
        }
        #expect(await bench.api("GET", path)["data"] == "3")
    }

    @Test("a top-up of a connected account increases only that account's balance")
    func accounts() async throws {
        let world = try await AccountWorld()
        let form = ["amount": "700", "currency": "usd"]
        let made = try await world.post("/v1/topups", form, as: world.grace)
        let path = "/v1/topups/\(made.text("id"))"
        for account in [world.mercy, nil] { #expect(await world.look(path, as: account).status == 404) }
        world.bench.clock.advance(seconds: 86_400)
        #expect(try await world.get(path, as: world.grace).text("status") == "succeeded")
        #expect(try await world.bench.holding(of: world.grace) == 700)
        #expect(try await world.bench.holding(of: nil) == 0)
    }
}
