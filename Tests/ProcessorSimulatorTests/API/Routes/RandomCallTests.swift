import Foundation
import Processor
import SimulationKit
import TestSupport
import Testing
import TimeKit

@testable import ProcessorSimulator

/// Random calls in random order: the sums agree, nothing crashes, and earlier responses stay valid.
@Suite struct RandomCallTests {
    /// One seed of 10,000 calls, or five with `TAPKIT_FULL`.
    static let seeds: [UInt64] =
        ProcessInfo.processInfo.environment["TAPKIT_FULL"] == nil ? [1] : [1, 2, 3, 4, 5]
    private static let steps = 10_000
    /// The kinds of balance transactions that must occur in a run.
    private static let kinds: Set<BalanceTransaction.Kind> = [
        .charge, .payment, .refund, .paymentRefund, .transfer, .transferRefund, .applicationFee,
        .applicationFeeRefund, .payout, .payoutFailure, .adjustment, .refundFailure,
    ]

    @Test("after any 10,000 calls the sums agree, and a restart gives the same responses", arguments: seeds)
    func anything(seed: UInt64) async throws {
        let bench = try ProcessorBench()
        var calls = RandomCalls(
            generator: SeededGenerator(seed: seed),
            churches: [try await bench.church(), try await bench.church(), try await bench.church()])
        var answered = Answered()
        for step in 1...Self.steps {
            if calls.chance(6) { bench.clock.advance(seconds: calls.pause()) }
            let call = calls.next()
            let request = bench.request(
                call.method, call.path, call.form, key: call.method == "POST" ? "step-\(step)" : nil,
                account: call.account)
            let answer = await bench.processor.exchange(request)
            try #require(
                [200, 400, 402, 403, 404, 409].contains(answer.status),
                "step \(step): \(call) was answered with \(String(decoding: answer.body, as: UTF8.self))")
            answered.note(request, answer, route: call.route, at: bench.clock.now)
            if answer.status == 200 { calls.known.learn(answer.json) }
            if step.isMultiple(of: 1_000) {
                #expect(try await MoneyAudit.of(bench, accounts: calls.accounts).problems == [])
            }
        }
        #expect(answered.succeeded > Self.steps / 3)
        // Some operations need two objects that belong together, which random calls do not always find.
        let effective = RandomCalls.effective.filter { answered.operations.contains($0.operation) }
        #expect(effective.count > RandomCalls.effective.count * 3 / 4)
        let recorded = RecordedProducts.routes.filter { answered.operations.contains($0.operation) }
        #expect(recorded.count > RecordedProducts.routes.count / 4)

        let looks = Self.looks(calls.known, calls.churches, bench)
        var before: [APIResponse] = []
        for look in looks { before.append(await bench.processor.exchange(look)) }
        let restarted = try bench.another(seed: seed &+ 99)
        for (look, answer) in zip(looks, before) {
            #expect(await restarted.exchange(look).body == answer.body, "\(look.path)")
        }
        for (request, answer) in answered.remembered(at: bench.clock.now) {
            let again = await restarted.exchange(request)
            #expect((again.status, again.body) == (answer.status, answer.body), "\(request.path)")
        }
        let audit = try await MoneyAudit.of(bench, accounts: calls.accounts)
        #expect(audit.problems == [])
        #expect(audit.kinds.isSuperset(of: Self.kinds))
    }

    /// Returns requests for every list and every known object.
    private static func looks(_ known: KnownObjects, _ churches: [String], _ bench: ProcessorBench)
        -> [APIRequest]
    {
        var looks: [APIRequest] = []
        for route in RouteTable.all where route.method == .get {
            let names = route.pattern.split(separator: "/").filter { $0.first == "{" }
            if names.isEmpty {
                for account in [nil] + (route.isForPlatformOnly ? [] : churches) {
                    looks.append(bench.request("GET", route.pattern, account: account))
                }
            } else if names.count == 1 {
                let kind = RandomCalls.kind(of: route.pattern)
                for id in known[kind].suffix(100) {
                    looks.append(bench.request("GET", route.pattern.replacing(names[0], with: id)))
                }
            }
        }
        return looks
    }
}

/// The responses of a run.
private struct Answered {
    private(set) var succeeded = 0
    /// The latest calls with a key, their responses and their times.
    private var latest: [(request: APIRequest, answer: APIResponse, at: Timestamp)] = []
    /// The operations that succeeded with status 200.
    private(set) var operations: Set<String> = []

    mutating func note(_ request: APIRequest, _ answer: APIResponse, route: String?, at now: Timestamp) {
        if answer.status == 200 {
            succeeded += 1
            if let route { operations.insert(route) }
        }
        if request.idempotencyKey != nil, answer.status == 200 || answer.status == 402 {
            latest = latest.suffix(99) + [(request, answer, now)]
        }
    }

    /// Returns the calls whose keys are less than a day old.
    func remembered(at now: Timestamp) -> [(APIRequest, APIResponse)] {
        latest.filter { now - $0.at < 86_400 }.map { ($0.request, $0.answer) }
    }
}
