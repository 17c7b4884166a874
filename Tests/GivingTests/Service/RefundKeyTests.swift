import DatabaseKit
import Giving
import MoneyTestSupport
import PaymentCore
import ProcessorSimulator
import SimulationKit
import Testing

/// Refunds requested with an idempotency key.
@Suite struct RefundKeyTests {
    private func refunds(of gift: Gift, in world: GivingWorld) async throws -> [PaymentRefund] {
        try await world.file.read { try $0.refunds(ofPayment: gift.payment ?? "") }
    }

    @Test("a repeated request with the same key refunds nothing more, for a day")
    func once() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let gift = try await world.giving.give(.to())
        for _ in 0..<3 {
            let back = try await world.giving.refund(gift.id, amount: "20", reason: nil, key: "a")
            #expect(back.refundedMinor == 2_000)
        }
        #expect(try await refunds(of: gift, in: world).count == 1)
        _ = try await world.giving.refund(gift.id, amount: "20", reason: nil, key: "b")
        #expect(try await refunds(of: gift, in: world).count == 2)
        world.clock.advance(seconds: 86_401)
        _ = try await world.giving.refund(gift.id, amount: "5", reason: nil, key: "a")
        #expect(try await refunds(of: gift, in: world).map(\.amountMinor) == [2_000, 2_000, 500])
    }

    @Test("twenty simultaneous requests with one key make one refund")
    func atOnce() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let gift = try await world.giving.give(.to())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    do {
                        _ = try await world.giving.refund(gift.id, amount: "20", reason: nil, key: "a")
                    } catch let error as PaymentError where error.code == .outcomeUnknown {
                        // Over HTTP, a key that is in use gets a 409, because the outcome is not known yet.
                    }
                }
            }
            try await group.waitForAll()
        }
        let back = try await world.giving.refund(gift.id, amount: "20", reason: nil, key: "a")
        #expect(back.refundedMinor == 2_000)
        #expect(try await refunds(of: gift, in: world).map(\.amountMinor) == [2_000])
        #expect(try await world.file.read { try $0.ledgerCheck() }.isBalanced)
        #expect(try await world.file.read { try $0.gift(gift.id) }?.refundedMinor == 2_000)
    }

    @Test("refuses a key that was used for another refund or a gift")
    func conflict() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let gift = try await world.giving.give(.to(key: "gift"))
        _ = try await world.giving.refund(gift.id, amount: "20", reason: nil, key: "a")
        for (amount, reason, key) in [("21", nil, "a"), ("20", "duplicate", "a"), ("20", nil, "gift")]
            as [(String, String?, String)]
        {
            await #expect(throws: GivingError(.idempotencyConflict)) {
                try await world.giving.refund(gift.id, amount: amount, reason: reason, key: key)
            }
        }
        #expect(try await refunds(of: gift, in: world).count == 1)
    }
}
