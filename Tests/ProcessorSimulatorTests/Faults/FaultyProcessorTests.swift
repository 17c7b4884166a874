import MoneyKit
import Processor
import ProcessorSimulator
import SimulationKit
import TestSupport
import Testing
import TimeKit

@Suite struct FaultyProcessorTests {
    let bench: ProcessorBench
    let request = PaymentIntent.Create(
        amount: 5000, currency: .usd, paymentMethod: "pm_card_visa", confirm: true, captureMethod: .automatic)

    init() throws { bench = try ProcessorBench() }

    private func line(_ plan: ProcessorFaultPlan) -> FaultyProcessor {
        FaultyProcessor(bench.processor, plan) { _ in }
    }

    /// A fault of the third creation, and the number of charges at that point.
    @Test(
        "the third creation fails, and repeating it with its key charges once",
        arguments: [
            (.requestLost, .noAnswer, 2), (.answerLost, .noAnswer, 3), (.serverError, .api, 2),
        ] as [(ProcessorFaultPlan.Fault, ProcessorError.Kind, Int)])
    func thirdCreation(fault: ProcessorFaultPlan.Fault, kind: ProcessorError.Kind, charged: Int) async throws
    {
        let line = line(ProcessorFaultPlan(rules: [.init(.createIntent, 3, fault)]))
        for n in 1...2 { _ = try await line.create(request, key: IdempotencyKey("k\(n)")) }
        let error = try #require(await refusal { try await line.create(request, key: IdempotencyKey("k3")) })
        #expect(error.kind == kind)
        #expect(error.leavesOutcomeUnknown)
        #expect(try await bench.movements(of: nil).count == charged)
        #expect(try await line.create(request, key: IdempotencyKey("k3")).status == .succeeded)
        #expect(try await bench.movements(of: nil).count == 3)
    }

    @Test(
        "after a crash no response arrives, and only the last request may be carried out",
        arguments: [false, true])
    func death(isCarriedOut: Bool) async throws {
        let line = line(ProcessorFaultPlan(death: .init(request: 2, isCarriedOut: isCarriedOut)))
        _ = try await line.create(request, key: IdempotencyKey("k1"))
        for n in 2...4 {
            let error = await refusal { try await line.create(request, key: IdempotencyKey("k\(n)")) }
            #expect(error?.kind == .noAnswer)
        }
        #expect(line.requests == 4)
        #expect(try await bench.movements(of: nil).count == (isCarriedOut ? 2 : 1))
    }

    @Test("about two percent of requests fail, the same ones for the same seed")
    func rate() async throws {
        func failures(_ seed: UInt64) async throws -> [Int] {
            let line = line(ProcessorFaultPlan(rate: 200, seed: seed))
            var failed: [Int] = []
            for n in 0..<1000
            where await refusal({ try await line.account("acct_1") })?.kind != .invalidRequest {
                failed.append(n)
            }
            return failed
        }
        let first = try await failures(7)
        #expect((8...36).contains(first.count))
        #expect(try await failures(7) == first)
        #expect(try await failures(8) != first)
    }

    @Test("every response takes the latency, and a canceled wait gets no response")
    func latency() async throws {
        let slow = FaultyProcessor(bench.processor, ProcessorFaultPlan(latency: .milliseconds(1500))) {
            #expect($0 == .milliseconds(1500))
            throw CancellationError()
        }
        let error = await refusal { try await slow.create(request, key: bench.key) }
        #expect(error?.kind == .noAnswer)
        #expect(try await bench.movements(of: nil) == [])
    }

    @Test(
        "events are lost, repeated and shuffled, and never invented",
        arguments: [
            [.lost], [.twice], [.shuffled], [.lost, .twice, .shuffled],
        ] as [Set<ProcessorFaultPlan.EventFault>])
    func events(faults: Set<ProcessorFaultPlan.EventFault>) async throws {
        for _ in 0..<20 { _ = try await bench.gift(to: nil) }
        let all = try await bench.processor.events(ListQuery()).data.map(\.id)
        let line = line(ProcessorFaultPlan(events: faults, seed: 3))
        let told = try await line.events(ListQuery()).data.map(\.id)
        #expect(Set(told).isSubset(of: all))
        #expect(told.count == Set(told).count * (faults.contains(.twice) ? 2 : 1))
        #expect((Set(told).count < all.count) == faults.contains(.lost))
        #expect(
            (told != all.filter(Set(told).contains))
                == (faults.contains(.shuffled) || faults.contains(.twice)))
        #expect(try await line.events(ListQuery()).data.map(\.id) == told)
    }

    @Test("paging through shuffled events ends, and misses none")
    func paging() async throws {
        for _ in 0..<20 { _ = try await bench.gift(to: nil) }
        let line = line(ProcessorFaultPlan(events: [.twice, .shuffled], seed: 5))
        var told: Set<String> = []
        var query = ListQuery(limit: 7)
        for _ in 0..<20 {
            let page = try await line.events(query)
            told.formUnion(page.data.map(\.id))
            guard page.hasMore else { break }
            query.startingAfter = page.data.last?.id
        }
        #expect(told.count == 60)
    }
}
