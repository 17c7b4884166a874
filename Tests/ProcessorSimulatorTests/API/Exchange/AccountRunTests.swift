import Foundation
import Processor
import SimulationKit
import TestSupport
import Testing
import TimeKit

@testable import ProcessorSimulator

/// Random requests on behalf of the platform and two accounts.
@Suite struct AccountRunTests {
    @Test("after any requests, balances are the sums of their transactions", arguments: longRunSeeds)
    func anything(seed: UInt64) async throws {
        let world = try await AccountWorld()
        var run = AccountRun(world: world, generator: SeededGenerator(seed: seed))
        for _ in 0..<400 { try await run.step() }
        world.bench.clock.advance(seconds: 20 * 86_400)
        let owners = [nil, world.grace, world.mercy]
        for owner in owners { #expect(try await run.sum(of: owner) == world.bench.holding(of: owner)) }
        let audit = try await MoneyAudit.of(world.bench, accounts: [world.grace, world.mercy])
        #expect(audit.problems == [])

        let restarted = try world.bench.another(seed: seed &+ 7)
        for route in RouteTable.all where route.method == .get && !route.pattern.contains("{") {
            for owner in owners where owner == nil || !route.isForPlatformOnly {
                let request = world.bench.request("GET", route.pattern, account: owner)
                let answer = await world.bench.processor.exchange(request)
                #expect(await restarted.exchange(request).body == answer.body, "\(route.pattern)")
            }
        }
        for (id, owner) in run.charges {
            for other in owners {
                let request = world.bench.request("GET", "/v1/charges/\(id)", account: other)
                let answer = await world.bench.processor.exchange(request)
                #expect(answer.status == (other == owner ? 200 : 404))
                #expect(await restarted.exchange(request).body == answer.body)
            }
        }
    }
}

/// The state of a run: the charges so far, with the accounts that own them.
private struct AccountRun {
    let world: AccountWorld
    var generator: SeededGenerator
    private(set) var charges: [(id: String, owner: String?)] = []
    private var fees: [String] = []

    init(world: AccountWorld, generator: SeededGenerator) {
        self.world = world
        self.generator = generator
    }

    /// Sends a request that may be refused. A refusal changes nothing.
    mutating func step() async throws {
        let owner = [nil, world.grace, world.mercy].randomElement(using: &generator) ?? nil
        let amount = String(Int64.random(in: 50...20_000, using: &generator))
        switch Int.random(in: 0..<7, using: &generator) {
        case 0, 1: try await charge(amount, as: owner)
        case 2:
            world.bench.clock.advance(seconds: Int64.random(in: 0...(2 * 86_400), using: &generator))
        case 3:
            guard let one = charges.randomElement(using: &generator) else { return }
            var form = [FormField("charge", one.id)]
            if Bool.random(using: &generator) { form.append(FormField("amount", amount)) }
            if Bool.random(using: &generator) { form.append(FormField("refund_application_fee", "true")) }
            // Sometimes another account asks for the refund, which is refused.
            try await send("/v1/refunds", form, as: Bool.random(using: &generator) ? one.owner : owner)
        case 4:
            try await send(
                "/v1/payouts", [FormField("amount", amount), FormField("currency", "usd")], as: owner)
        case 5:
            guard let fee = fees.randomElement(using: &generator) else { return }
            try await send("/v1/application_fees/\(fee)/refunds", [FormField("amount", amount)], as: nil)
        default:
            try await send(
                "/v1/transfers",
                [
                    FormField("amount", amount), FormField("currency", "usd"),
                    FormField("destination", world.grace),
                ], as: nil)
        }
    }

    private mutating func charge(_ amount: String, as owner: String?) async throws {
        let methods = [
            "pm_card_visa", "pm_card_createDispute", "pm_card_bypassPending", "pm_card_refundFail",
        ]
        var form = [
            FormField("amount", amount), FormField("currency", "usd"), FormField("confirm", "true"),
            FormField("payment_method", methods.randomElement(using: &generator) ?? "pm_card_visa"),
            FormField(
                "capture_method",
                ["automatic", "automatic_async"].randomElement(using: &generator) ?? "automatic"),
        ]
        if Bool.random(using: &generator) { form.append(FormField("application_fee_amount", "40")) }
        if owner == nil { form.append(FormField("transfer_data[destination]", world.mercy)) }
        let answer = await world.bench.exchange("POST", "/v1/payment_intents", form, account: owner)
        try #require(answer.status < 500)
        let id = answer.json.text("latest_charge")
        guard !id.isEmpty else { return }
        charges.append((id, owner))
        let charge = try await world.get("/v1/charges/\(id)", as: owner)
        if !charge.text("application_fee").isEmpty { fees.append(charge.text("application_fee")) }
    }

    private func send(_ path: String, _ form: [FormField], as owner: String?) async throws {
        let answer = await world.bench.exchange("POST", path, form, account: owner)
        try #require([200, 400, 402, 404].contains(answer.status), "\(path): \(answer.json)")
    }

    /// Returns the sum of the net amounts of an account's balance transactions in dollars.
    func sum(of owner: String?) async throws -> Int64 {
        var (sum, after): (Int64, String?) = (0, nil)
        while true {
            let cursor = after.map { "&starting_after=\($0)" } ?? ""
            let page = try await world.list("/v1/balance_transactions?limit=100\(cursor)", as: owner)
            sum += page.reduce(0) { $0 + $1.number("net") }
            guard page.count == 100 else { return sum }
            after = page.last?.text("id")
        }
    }
}
