import DatabaseKit
import Giving
import MoneyTestSupport
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import Testing
import TimeKit

/// A processor whose responses are lost after a while on the virtual clock.
@Suite struct SlowAnswerTests {
    @Test(
        "repeats a request without a response within ten seconds of the first attempt, and later in the background",
        arguments: [(3, 3), (9, 2), (10, 1), (30, 1)])
    func resends(seconds: Int64, times: Int) async throws {
        let silence = ProcessorFaultPlan(
            latency: .seconds(seconds), rate: 10_000, faults: [.requestLost], seed: 7)
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let clock = world.clock
        let slow = world.service(
            over: FaultyProcessor(world.line, silence) { _ in clock.advance(seconds: seconds) })
        let begin = world.clock.now
        let gift = try await slow.give(.to())
        #expect(gift.status == .processing)
        #expect(world.clock.now - begin == seconds * Int64(times))
        world.clock.advance(seconds: 60)
        _ = try await world.calm.payments.finishLeftCalls(olderThan: 60)
        #expect(try await world.file.read { try $0.gift(gift.id) }?.status == .succeeded)
    }

    @Test("the page of a settled gift sends the processor no request")
    func settled() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let line = FaultyProcessor(world.line, ProcessorFaultPlan()) { _ in }
        let service = world.service(over: line)
        _ = try await service.give(.to(key: "page"))
        world.clock.advance(seconds: 60)
        let requests = line.requests
        #expect(try await service.details(key: "page")?.gift.status == .succeeded)
        #expect(line.requests == requests)
    }
}
