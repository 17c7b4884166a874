import DatabaseKit
import Giving
import MoneyTestSupport
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import Testing

/// Events that the processor delivers: stored first, then processed.
@Suite struct ReceivedEventTests {
    /// Makes a world with a disputed gift that the service does not know of yet, and the dispute's events,
    /// newest first.
    private static func disputed(
        between: (any PaymentProcessor) -> any PaymentProcessor = { $0 }
    ) async throws -> (world: GivingWorld, gift: String, events: [ProcessorEvent]) {
        let world = try await GivingWorld.make(between: between)
        let gift = try await world.calm.give(.to(method: "pm_card_createDispute"))
        world.clock.advance(seconds: 60)
        try await world.processor.advance()
        let events = try await world.line.events(ListQuery(limit: 100)).data
        #expect(try await Self.status(of: gift.id, in: world) == .succeeded)
        return (world, gift.id, events)
    }

    private static func status(of gift: String, in world: GivingWorld) async throws -> Gift.Status? {
        try await world.file.read { try $0.gift(gift)?.status }
    }

    // B3-37
    @Test("a received event is stored first, then processed once, however often it is delivered")
    func once() async throws {
        let (world, gift, events) = try await Self.disputed()
        defer { world.remove() }
        let event = try #require(events.first { $0.type == "charge.dispute.created" })
        #expect(try await world.calm.payments.receive(event))
        #expect(try await !world.calm.payments.receive(event))
        #expect(try await Self.status(of: gift, in: world) == .succeeded)
        #expect(try await world.calm.payments.workReceivedEvents() == 1)
        #expect(try await Self.status(of: gift, in: world) == .disputed)
        #expect(try await !world.calm.payments.receive(event))
        #expect(try await world.calm.payments.workReceivedEvents() == 0)
        #expect(try await world.problems() == [])
    }

    @Test(
        "delivered events have the same effect as reading them, in any order and if delivered twice",
        arguments: [0, 1, 2] as [UInt64])
    func shuffled(seed: UInt64) async throws {
        let (world, gift, events) = try await Self.disputed()
        defer { world.remove() }
        var random = SeededGenerator(seed: seed)
        for event in (events + events).shuffled(using: &random) {
            try await world.calm.payments.receive(event)
        }
        try await world.calm.payments.workReceivedEvents(limit: 1_000)
        #expect(try await Self.status(of: gift, in: world) == .disputed)
        // Reading the delivered events again changes nothing.
        try await world.calm.payments.readEvents()
        #expect(try await Self.status(of: gift, in: world) == .disputed)
        #expect(try await world.problems() == [])
        #expect(try await world.differences() == [])
    }

    // B3-37
    @Test("stores an event without calling the processor, and handles it once the processor responds")
    func stays() async throws {
        let rules = (1...10).map { ProcessorFaultPlan.Rule(.read, $0, .requestLost) }
        let (world, gift, events) = try await Self.disputed {
            FaultyProcessor($0, ProcessorFaultPlan(rules: rules)) { _ in }
        }
        defer { world.remove() }
        let event = try #require(events.first { $0.type == "charge.dispute.created" })
        #expect(try await world.giving.payments.receive(event))
        let error = await #expect(throws: PaymentError.self) {
            try await world.giving.payments.workReceivedEvents()
        }
        #expect(error?.code == .outcomeUnknown)
        #expect(try await Self.status(of: gift, in: world) == .succeeded)
        #expect(try await world.calm.payments.workReceivedEvents() == 1)
        #expect(try await Self.status(of: gift, in: world) == .disputed)
    }
}
