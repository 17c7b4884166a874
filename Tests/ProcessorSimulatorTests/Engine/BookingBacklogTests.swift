import DatabaseKit
import Dispatch
import Processor
import SimulationKit
import TestSupport
import Testing

@testable import ProcessorSimulator

/// A backlog of charges that are due in the same second. No request has to wait for all of them.
@Suite struct BookingBacklogTests {
    private static let many = 7

    private static func bench() async throws -> (ProcessorBench, charges: [String]) {
        let bench = try ProcessorBench()
        var charges: [String] = []
        for _ in 0..<many {
            charges.append(try #require(try await bench.gift(to: nil, capture: .automaticAsync).latestCharge))
        }
        bench.clock.advance(seconds: 2)
        return (bench, charges)
    }

    private static func booked(_ bench: ProcessorBench) async throws -> Int {
        // Reads the database directly, because requests to the processor would book more charges.
        try await bench.file.read { file in
            let all = ListRange(created: nil, after: nil, before: nil, filter: [:])
            return try file.page(kind: BalanceTransaction.objectName, owner: "", all, limit: 100).count
        }
    }

    @Test("each request books two due charges, oldest first, and none twice")
    func fewAtATime() async throws {
        let (bench, _) = try await Self.bench()
        for expected in [2, 4, 6, 7, 7] {
            _ = try await bench.processor.create(Customer.Create(email: "a@example.org"), key: bench.key)
            #expect(try await Self.booked(bench) == expected)
        }
        #expect(try await bench.movements(of: nil).count == Self.many)
    }

    @Test("requests that share a transaction book none of the backlog, and an idle processor books all")
    func nobodyWaits() async throws {
        let (bench, _) = try await Self.bench()
        let goOn = DispatchSemaphore(value: 0)
        let (begun, hasBegun) = AsyncStream<Void>.makeStream()
        async let first: Void = bench.file.write { _ in
            hasBegun.yield()
            goOn.wait()
        }
        for await _ in begun { break }
        let keys = (0..<5).map { _ in bench.key }
        let requests = keys.map { key in
            Task.immediate {
                try await bench.processor.create(Customer.Create(email: "a@example.org"), key: key)
            }
        }
        goOn.signal()
        try await first
        for request in requests { _ = try await request.value }
        // Transactions run in order, so the backlog is booked before this one.
        let (ended, hasEnded) = AsyncStream<Void>.makeStream()
        bench.file.writeWhenIdle { _ in hasEnded.yield() }
        for await _ in ended { break }
        #expect(try await Self.booked(bench) == Self.many)
        #expect(try await bench.movements(of: nil).count == Self.many)
    }

    @Test("a read books all due charges first")
    func readersBook() async throws {
        let (bench, charges) = try await Self.bench()
        #expect(try await bench.processor.charge(charges[0]).balanceTransaction != nil)
        #expect(try await Self.booked(bench) == Self.many)
    }

    @Test("a few seconds later, a request books all due charges")
    func patienceEnds() async throws {
        let (bench, _) = try await Self.bench()
        bench.clock.advance(seconds: 11)
        _ = try await bench.processor.create(Customer.Create(email: "a@example.org"), key: bench.key)
        #expect(try await Self.booked(bench) == Self.many)
    }

    @Test("a refused request books no charges")
    func refused() async throws {
        let (bench, _) = try await Self.bench()
        await #expect(throws: ProcessorError.self) {
            try await bench.processor.create(Customer.Create(paymentMethod: "pm_none"), key: bench.key)
        }
        _ = try await bench.processor.create(Customer.Create(email: "a@example.org"), key: bench.key)
        #expect(try await Self.booked(bench) == 2)
    }
}
