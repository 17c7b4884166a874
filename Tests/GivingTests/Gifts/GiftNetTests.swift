import DatabaseKit
import Giving
import MoneyKit
import MoneyTestSupport
import PaymentCore
import Testing

@Suite struct GiftNetTests {
    private func net(_ id: String, in world: GivingWorld) async throws -> Int64? {
        try await world.file.read { transaction in
            try transaction.gift(id).flatMap { try transaction.net(of: $0) }?.minorUnits
        }
    }

    @Test("the net amount of a gift includes refunds")
    func refunds() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let (covered, plain) = (
            try await world.giving.give(.to(coversFee: true)), try await world.giving.give(.to())
        )
        let declined = try await world.giving.give(.to(method: "pm_card_chargeDeclined"))
        #expect(try await net(declined.id, in: world) == nil)
        #expect(try await net(covered.id, in: world) == 5000)
        #expect(try await net(plain.id, in: world) == 4825)

        // The processor keeps its whole fee of 1.80.
        _ = try await world.giving.refund(covered.id, amount: "20.00", reason: nil)
        #expect(try await net(covered.id, in: world) == 3000)
        _ = try await world.giving.refund(covered.id, amount: nil, reason: nil)
        #expect(try await net(covered.id, in: world) == -180)
        #expect(try await net(plain.id, in: world) == 4825)

        let owed = try await world.file.read { transaction in
            try ["payee:", "receivable:", "bank:"].flatMap { try transaction.balances(prefix: $0) }
                .reduce(0) { $0 + $1.amount.minorUnits }
        }
        #expect(-owed == 4825 - 180)
    }
}
