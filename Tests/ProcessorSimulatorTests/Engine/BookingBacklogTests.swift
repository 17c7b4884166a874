import DatabaseKit
import Dispatch
import Processor
import SimulationKit
import TestSupport
import Testing

@testable import ProcessorSimulator

/// Charges of one second are to be booked at once; nobody waits for all of them.
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
        // Looked at in the file: to ask the processor would book some more.
        try await bench.file.read { file in
            let all = ListRange(created: nil, after: nil, before: nil, filter: [:])
            return try file.page(kind: BalanceTransaction.objectName, owner: "", all, limit: 100).count
        }
    }

    @Test("a request books two on its way, the oldest first, and none twice")
    func fewAtATime() async throws {
        let (bench, _) = try await Self.bench()
        for expected in [2, 4, 6, 7, 7] {
            _ = try await bench.processor.create(Customer.Create(email: "a@example.org"), key: bench.key)
            #expect(try await Self.booked(bench) == expected)
        }
        #expect(try await bench.movements(of: nil).count == Self.many)
    }

    @Test("whoever shares a transaction books none on their way; all are booked once nobody asks")
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
        // Behind it nothing is left: they run in the order in which they were handed in.
        let (ended, hasEnded) = AsyncStream<Void>.makeStream()
        bench.file.writeWhenIdle { _ in hasEnded.yield() }
        for await _ in ended { break }
        #expect(try await Self.booked(bench) == Self.many)
        #expect(try await bench.movements(of: nil).count == Self.many)
    }

    @Test("a reader sees all charges booked")
    func readersBook() async throws {
        let (bench, charges) = try await Self.bench()
        #expect(try await bench.processor.charge(charges[0]).balanceTransaction != nil)
        #expect(try await Self.booked(bench) == Self.many)
    }

    @Test("a few seconds later all are due like everything else")
    func patienceEnds() async throws {
        let (bench, _) = try await Self.bench()
        bench.clock.advance(seconds: 11)
        _ = try await bench.processor.create(Customer.Create(email: "a@example.org"), key: bench.key)
        #expect(try await Self.booked(bench) == Self.many)
    }

    @Test("a request that is refused books what the next one books")
    func refused() async throws {
        let (bench, _) = try await Self.bench()
        await #expect(throws: ProcessorError.self) {
            try await bench.processor.create(Customer.Create(paymentMethod: "pm_none"), key: bench.key)
        }
        _ = try await bench.processor.create(Customer.Create(email: "a@example.org"), key: bench.key)
        #expect(try await Self.booked(bench) == 2)
    }
}
