import MoneyKit
import Processor
import ProcessorSimulator
import SimulationKit
import TestSupport
import Testing
import TextKit
import TimeKit

/// Source: Stripe documentation, "Payouts", "Testing Connect".
@Suite struct PayoutTests {
    let bench: ProcessorBench

    init() throws { bench = try ProcessorBench(at: "2026-03-02T12:00:00Z") }

    private func payout(of account: String?, _ amount: Int64) async throws -> Payout {
        try await bench.processor.createPayout(of: account, amount: amount, currency: .usd, key: bench.key)
    }

    private func status(_ payout: Payout) async throws -> Payout.Status {
        try await bench.processor.payout(payout.id).status
    }

    @Test("pays out only available money, which arrives two days later")
    func arrives() async throws {
        let church = try await bench.church()
        _ = try await bench.gift(to: church)
        #expect(await refusal { try await payout(of: church, 1) }?.code == "balance_insufficient")
        bench.clock.advance(seconds: 2 * 86_400)
        #expect(await refusal { try await payout(of: church, 9501) }?.code == "balance_insufficient")
        let made = try await payout(of: church, 9500)
        #expect(made.status == .pending)
        #expect(made.arrivalDate.iso8601 == "2026-03-06T00:00:00Z")
        #expect(try await bench.holding(of: church) == 0)
        bench.clock.advance(seconds: 86_400)
        #expect(try await status(made) == .inTransit)
        bench.clock.advance(seconds: 86_400)
        #expect(try await status(made) == .paid)
        #expect(try await bench.movements(of: church) == ["payment 10000 500", "payout -9500 0"])
        #expect(try await bench.processor.payouts(of: church, ListQuery()).data.map(\.id) == [made.id])
        #expect(
            try await bench.events().suffix(3) == [
                "connected payout.created", "connected payout.updated", "connected payout.paid",
            ])
    }

    // B3-52
    @Test(
        "by default, each day's charges are paid out at the start of the second day after")
    func rolling() async throws {
        // The account has the default schedule.
        let made = await bench.exchange(
            "POST", "/v1/accounts",
            [FormField("type", "express"), FormField("capabilities[transfers][requested]", "true")])
        guard case .object(let members) = try JSONTree(made.body),
            let id = members.first(where: { $0.key == "id" })?.value.string
        else {
            Issue.record("no account: \(made.status)")
            return
        }
        let church = try await bench.processor.completeOnboarding(id, .complete).id
        func sums() async throws -> [Int64] {
            try await bench.processor.advance()
            return try await bench.processor.payouts(of: church, ListQuery()).data.reversed().map(\.amount)
        }
        func advance(to moment: String) throws {
            bench.clock.advance(to: try #require(Timestamp(iso8601: moment)))
        }
        _ = try await bench.gift(to: church)
        try advance(to: "2026-03-03T12:00:00Z")
        _ = try await bench.gift(20_000, to: church)
        try advance(to: "2026-03-03T23:59:59Z")
        #expect(try await sums() == [])
        try advance(to: "2026-03-04T00:00:00Z")
        #expect(try await sums() == [9500])
        try advance(to: "2026-03-05T00:00:00Z")
        #expect(try await sums() == [9500, 19500])
    }

    @Test("an invalid bank account returns the money")
    func fails() async throws {
        let church = try await bench.church(["bank_account": ProcessorConfiguration.noSuchBankAccount])
        _ = try await bench.gift(to: church)
        bench.clock.advance(seconds: 2 * 86_400)
        let made = try await payout(of: church, 9500)
        bench.clock.advance(seconds: 2 * 86_400)
        let failed = try await bench.processor.payout(made.id)
        #expect(failed.status == .failed)
        #expect(failed.failureCode == "no_account")
        #expect(
            try await bench.processor.balances(of: church) == [
                Balance(currency: .usd, available: 9500, pending: 0)
            ])
    }

    @Test("refuses an impossible payout with its code")
    func refuses() async throws {
        let account = try await bench.processor.create(Account.Create(), key: bench.key)
        #expect(await refusal { try await payout(of: account.id, 1) }?.code == "payouts_not_allowed")
        #expect(await refusal { try await payout(of: "acct_1", 1) }?.status == 404)
        #expect(await refusal { try await payout(of: nil, 0) }?.code == "parameter_invalid_integer")
        #expect(await refusal { try await payout(of: nil, 1) }?.code == "balance_insufficient")
    }

    /// Reverses a payout of an account, and returns the response.
    private func reverse(_ payout: String, of account: String) async -> APIResponse {
        await bench.exchange("POST", "/v1/payouts/\(payout)/reverse", account: account)
    }

    @Test("a paid payout can be reversed only once, and its reversal cannot be reversed")
    func reversed() async throws {
        let church = try await bench.church()
        _ = try await bench.gift(to: church)
        bench.clock.advance(seconds: 2 * 86_400)
        let made = try await payout(of: church, 9500)
        let sentence = "Payouts can only be reversed once, after they are paid: this one is"
        #expect(await reverse(made.id, of: church).error.text("message") == "\(sentence) pending.")
        bench.clock.advance(seconds: 3 * 86_400)
        #expect(try await status(made) == .paid)
        let reversal = await reverse(made.id, of: church)
        #expect(reversal.status == 200)
        let id = reversal.json.text("id")
        #expect(await reverse(made.id, of: church).error.text("message") == "\(sentence) already reversed.")
        #expect(await reverse(id, of: church).error.text("message") == "\(sentence) a reversal.")
    }
}
