import DatabaseKit
import MoneyKit
import MoneyTestSupport
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import Testing

/// Transfers of held money that the books did not request: made at the processor, or lost with the books.
@Suite struct OutsideReleaseTests {
    /// A payment of 100.00, and a transfer of the payee's 95.00 that the books do not know.
    private func transferred(_ metadata: [String: String] = [:]) async throws -> (HeldWorld, Payment) {
        let world = try await HeldWorld.make()
        let payment = try await world.charge(.job(100_00), method: "pm_card_bypassPending")
        // The platform has enough money of its own to pay the same amount again.
        try await world.charge(.job(500_00), method: "pm_card_bypassPending", by: 2)
        _ = try await world.processor.create(
            Transfer.Create(
                amount: 95_00, currency: .usd, destination: world.payee, sourceTransaction: payment.charge,
                metadata: metadata), key: IdempotencyKey("outside"))
        return (world, payment)
    }

    @Test(
        "a transfer of held money made at the processor is booked as a release", arguments: ["", "rel_lost"])
    func booked(id: String) async throws {
        let (world, payment) = try await transferred(id.isEmpty ? [:] : ["release_id": id])
        defer { world.remove() }
        for _ in 1...2 { _ = try await world.payments.reconcile() }
        let releases = try await world.file.read { try $0.releases(ofPayment: payment.id) }
        #expect(releases.map(\.amount.minorUnits) == [95_00])
        #expect(releases.first?.state == .released)
        #expect(try await world.kept(payment.id).settlement == .released)
        #expect(try await world.file.read { try $0.balance(of: .held(payment.id), in: .usd) } == 0)
        #expect(try await world.file.read { try $0.balance(of: .outside(world.payee), in: .usd) } == 0)
        #expect(try await world.problems() == [])
    }

    @Test("held money that was already transferred is not transferred again from the platform's balance")
    func once() async throws {
        let (world, payment) = try await transferred()
        defer { world.remove() }
        let refused = try await world.release(payment.id)
        #expect(refused.state == .failed && refused.transfer == nil)
        #expect(try await world.processor.transfers(to: world.payee, ListQuery()).data.count == 1)
        _ = try await world.payments.reconcile()
        #expect(try await world.kept(payment.id).settlement == .released)
        #expect(try await world.problems() == [])
    }

    @Test("a debt collected from an unknown release is booked once, and not collected again")
    func collected() async throws {
        let (world, payment) = try await transferred()
        defer { world.remove() }
        _ = try await world.payments.reconcile()
        let release = try #require(
            try await world.file.read { try $0.releases(ofPayment: payment.id) }.first)
        _ = try await world.processor.reverse(
            transfer: release.transfer ?? "", amount: 10_00, metadata: ["collection_id": "col_lost"],
            key: IdempotencyKey("collected"))
        for _ in 1...2 { _ = try await world.payments.reconcile() }
        let after = try #require(try await world.file.read { try $0.release(release.id) })
        #expect(after.collectedMinor == 10_00 && after.reversedMinor == 0)
        #expect(try await world.file.read { try $0.balance(of: .payee(world.payee), in: .usd) } == -85_00)
        #expect(try await world.problems() == [])
    }

    @Test("a repeated release from the platform's balance is recognized by its transfer group")
    func repeated() async throws {
        let (world, payment) = try await transferred()
        defer { world.remove() }
        try await world.transferAgain(95_00, of: payment)
        _ = try await world.payments.reconcile()
        let releases = try await world.file.read { try $0.releases(ofPayment: payment.id) }
        #expect(releases.map(\.state) == [.reversed, .released])
        #expect(try await world.file.read { try $0.balance(of: .held(payment.id), in: .usd) } == 0)
        #expect(try await world.file.read { try $0.balance(of: .outside(world.payee), in: .usd) } == 0)
        #expect(try await world.problems() == [])
    }

    @Test("a comparison books a partly reversed release and the one that followed, in any order")
    func partly() async throws {
        let (world, payment) = try await transferred()
        defer { world.remove() }
        try await world.transferAgain(40_00, of: payment)
        world.clock.advance(seconds: 60)
        for _ in 1...2 {
            let found = try await world.payments.compare(since: nil, until: world.clock.now)
            #expect(found.differences.filter { $0.kind == .unknownTransfer } == [])
        }
        let releases = try await world.file.read { try $0.releases(ofPayment: payment.id) }
        #expect(Set(releases.map(\.amount.minorUnits)) == [95_00, 40_00])
        #expect(try await world.file.read { try $0.balance(of: .held(payment.id), in: .usd) } == 0)
        #expect(try await world.file.read { try $0.balance(of: .outside(world.payee), in: .usd) } == 0)
        #expect(try await world.problems() == [])
    }
}

extension HeldWorld {
    /// Reverses a part of the payment's only transfer at the processor, and transfers as much again from the platform's
    /// balance.
    fileprivate func transferAgain(_ minor: Int64, of payment: Payment) async throws {
        let transfer = try #require(
            try await processor.transfers(to: payee, ListQuery()).data.first {
                $0.sourceTransaction == payment.charge
            })
        _ = try await processor.reverse(
            transfer: transfer.id, amount: minor, metadata: [:], key: IdempotencyKey("reversed"))
        _ = try await processor.create(
            Transfer.Create(
                amount: minor, currency: .usd, destination: payee, transferGroup: payment.id),
            key: IdempotencyKey("again"))
    }
}
