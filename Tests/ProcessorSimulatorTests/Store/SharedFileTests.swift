import DatabaseKit
import MoneyKit
import Processor
import ProcessorSimulator
import SimulationKit
import Testing
import TimeKit

/// Several processors on one database.
@Suite struct SharedFileTests {
    @Test("two processors with the same seed never create the same id, and see each other's objects")
    func twoAtOnce() async throws {
        let bench = try ProcessorBench()
        let both = [bench.processor, try bench.another()]
        let made = try await withThrowingTaskGroup(of: PaymentIntent.self) { group in
            for n in 0..<60 {
                group.addTask {
                    try await both[n % 2].create(
                        PaymentIntent.Create(
                            amount: 5000, currency: .usd, paymentMethod: "pm_card_visa", confirm: true,
                            captureMethod: .automatic), key: IdempotencyKey("k\(n)"))
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(made.map(\.id)).count == 60)
        #expect(Set(made.compactMap(\.latestCharge)).count == 60)
        for processor in both {
            #expect(try await processor.paymentIntents(ListQuery()).data.count == 60)
            for intent in made { #expect(try await processor.paymentIntent(intent.id) == intent) }
        }
        let events = try await bench.processor.events(ListQuery())
        #expect(Set(events.data.map(\.id)).count == 100)
        #expect(events.hasMore)
    }

    @Test("a key that two processors use at the same time is carried out once")
    func sameKey() async throws {
        let bench = try ProcessorBench()
        let both = [bench.processor, try bench.another(seed: 2)]
        let made = try await withThrowingTaskGroup(of: PaymentIntent.self) { group in
            for n in 0..<20 {
                group.addTask {
                    try await both[n % 2].create(
                        PaymentIntent.Create(
                            amount: 5000, currency: .usd, paymentMethod: "pm_card_visa", confirm: true,
                            captureMethod: .automatic), key: IdempotencyKey("one"))
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(made).count == 1)
        #expect(try await bench.movements(of: nil) == ["charge 5000 175"])
    }

    @Test("a reopened database continues with its pending work")
    func reopens() async throws {
        let bench = try ProcessorBench()
        let church = try await bench.church()
        let before = try await bench.gift(to: church, capture: .automaticAsync)
        try bench.file.close()
        let later = try bench.another()
        bench.clock.advance(seconds: 2)
        #expect(try await later.paymentIntent(before.id) == before)
        let booked = try await later.charge(#require(before.latestCharge))
        #expect(booked.transfer != nil)
        #expect(try await later.balances(of: church).first?.total == 9500)
        let after = try await later.create(
            PaymentIntent.Create(amount: 100, currency: .usd), key: IdempotencyKey("after"))
        #expect(after.id > before.id)
    }

    @Test("due work is done in order of time, also by a process that only reads")
    func readingAdvances() async throws {
        let bench = try ProcessorBench(at: "2026-03-02T12:00:00Z")
        _ = try await bench.gift(to: nil, capture: .automaticAsync)
        bench.clock.advance(seconds: 10 * 86_400)
        let reader = try bench.another()
        #expect(try await reader.balances(of: nil) == [Balance(currency: .usd, available: 9680, pending: 0)])
        let booked = try await reader.balanceTransactions(of: nil, ListQuery()).data
        #expect(booked.map(\.created.iso8601) == ["2026-03-02T12:00:02Z"])
        #expect(booked.map(\.availableOn.iso8601) == ["2026-03-04T00:00:00Z"])
    }
}
