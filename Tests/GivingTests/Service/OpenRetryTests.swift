import DatabaseKit
import Giving
import MoneyTestSupport
import PaymentCore
import ProcessorSimulator
import SimulationKit
import Testing

/// A card that is tried again, while the processor is heard late.
@Suite struct OpenRetryTests {
    private static let declining = "pm_card_visa_chargeDeclined"

    @Test("what is told late of the decline before leaves a try open that nobody has answered")
    func lateDecline() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let gift = try await world.giving.give(.to(method: Self.declining))
        let payment = try #require(gift.payment)
        let silence = ProcessorFaultPlan(rate: 10_000, faults: [.requestLost], seed: 7)
        let silent = world.service(over: FaultyProcessor(world.line, silence) { _ in })
        #expect(try await silent.retry(gift.id, method: "pm_card_visa", key: "a").status == .processing)
        #expect(try await world.calm.payments.readEvents() > 0)
        try await world.calm.payments.refresh(payment: payment)
        #expect(try await world.file.read { try $0.gift(gift.id) }?.status == .processing)
        // Another card is not tried beside the one that is.
        await #expect(throws: GivingError.self) {
            try await world.calm.retry(gift.id, method: "pm_card_mastercard", key: "b")
        }
        #expect(try await world.calm.retry(gift.id, method: "pm_card_visa", key: "a").status == .succeeded)
        #expect(try await world.differences() == [])
    }

    @Test("a try that never reached the processor ends a day later with the decline before")
    func neverReached() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let gift = try await world.giving.give(.to(method: Self.declining))
        let silence = ProcessorFaultPlan(rate: 10_000, faults: [.requestLost], seed: 7)
        let silent = world.service(over: FaultyProcessor(world.line, silence) { _ in })
        #expect(try await silent.retry(gift.id, method: "pm_card_visa").status == .processing)
        world.clock.advance(seconds: 2 * 86_400)
        _ = try await world.calm.payments.reconcile()
        #expect(try await world.file.read { try $0.gift(gift.id) }?.status == .failed)
        #expect(try await world.calm.retry(gift.id, method: "pm_card_visa").status == .succeeded)
        #expect(try await world.differences() == [])
    }

    @Test("a decline whose answer was lost is told by the next event")
    func lostDecline() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let gift = try await world.giving.give(.to(method: Self.declining))
        let deaf = ProcessorFaultPlan(rate: 10_000, faults: [.answerLost], seed: 7)
        let deafened = world.service(over: FaultyProcessor(world.line, deaf) { _ in })
        #expect(try await deafened.retry(gift.id, method: Self.declining).status == .processing)
        #expect(try await world.calm.payments.readEvents() > 0)
        #expect(try await world.file.read { try $0.gift(gift.id) }?.status == .failed)
        #expect(try await world.differences() == [])
    }
}
