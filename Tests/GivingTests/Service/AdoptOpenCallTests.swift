import DatabaseKit
import Giving
import MoneyTestSupport
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import Testing
import TimeKit

/// Charges whose own call has no response yet. They belong to a gift in the books, and are never adopted as
/// another gift.
@Suite struct AdoptOpenCallTests {
    /// Makes a gift that was charged, while every response to its request was lost.
    private func unanswered() async throws -> (GivingWorld, Gift, charge: String) {
        let rules = (1...3).map { ProcessorFaultPlan.Rule(.createIntent, $0, .answerLost) }
        let world = try await GivingWorld.make {
            FaultyProcessor($0, ProcessorFaultPlan(rules: rules)) { _ in }
        }
        let gift = try await world.giving.give(.to())
        let charge = try #require(try await world.processor.charges(ListQuery()).data.first)
        return (world, gift, charge.id)
    }

    @Test("adopting a charge whose response was lost finishes its own gift instead")
    func adopts() async throws {
        let (world, gift, charge) = try await unanswered()
        defer { world.remove() }
        #expect(gift.status == .processing)
        let error = await #expect(throws: PaymentError.self) {
            _ = try await world.calm.adopt(charge: charge)
        }
        #expect(error?.code == .wrongState)
        #expect(try await world.file.read { try $0.gift(gift.id) }?.status == .succeeded)
        #expect(try await world.file.read { try $0.gifts(GiftQuery(limit: 10)) }.count == 1)
        #expect(try await world.differences() == [])
    }

    @Test("a comparison finishes a gift whose response was lost, and lists no difference")
    func compares() async throws {
        let (world, gift, _) = try await unanswered()
        defer { world.remove() }
        world.clock.advance(seconds: 60)
        #expect(try await world.calm.payments.compare(since: nil, until: world.clock.now).differences == [])
        #expect(try await world.file.read { try $0.gift(gift.id) }?.status == .succeeded)
        #expect(try await world.differences() == [])
    }

    @Test(
        "a comparison without a response lists nothing about a gift under way, and adopting its charge is refused"
    )
    func waits() async throws {
        let rules = (1...40).map { ProcessorFaultPlan.Rule(.createIntent, $0, .answerLost) }
        let world = try await GivingWorld.make {
            FaultyProcessor($0, ProcessorFaultPlan(rules: rules)) { _ in }
        }
        defer { world.remove() }
        _ = try await world.giving.give(.to())
        let charge = try #require(try await world.processor.charges(ListQuery()).data.first)
        world.clock.advance(seconds: 60)
        let found = try await world.giving.payments.compare(since: nil, until: world.clock.now)
        #expect(found.differences.map(\.kind) == [])
        let error = await #expect(throws: PaymentError.self) {
            _ = try await world.giving.adopt(charge: charge.id)
        }
        #expect(error?.code == .outcomeUnknown)
        #expect(try await world.differences() == [])
    }
}
