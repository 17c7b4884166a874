import DatabaseKit
import Giving
import MoneyTestSupport
import PaymentCore
import ProcessorSimulator
import SimulationKit
import Testing

/// A retry with another card, while the processor's responses are late.
@Suite struct OpenRetryTests {
    private static let declining = "pm_card_visa_chargeDeclined"

    @Test("a late report of the previous decline leaves an open attempt open")
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
        // A second card is refused while the first attempt is open.
        await #expect(throws: GivingError.self) {
            try await world.calm.retry(gift.id, method: "pm_card_mastercard", key: "b")
        }
        #expect(try await world.calm.retry(gift.id, method: "pm_card_visa", key: "a").status == .succeeded)
        #expect(try await world.differences() == [])
    }

    @Test("an attempt that never reached the processor ends a day later with the previous decline")
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

    @Test("the next event reports a decline whose response was lost")
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
