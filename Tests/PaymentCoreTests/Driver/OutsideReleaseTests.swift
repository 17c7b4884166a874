import DatabaseKit
import Foundation
import MoneyKit
import MoneyTestSupport
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import TestSupport
import Testing
import TimeKit

/// Transfers of held money that the books did not request: made at the processor, or lost with the books.
@Suite struct OutsideReleaseTests {
    /// Makes a payment of 100.00, and a transfer of the payee's 95.00 that the books do not know.
    private func transferred(_ metadata: [String: String] = [:], over line: FaultLine = FaultLine())
        async throws -> (HeldWorld, Payment)
    {
        let world = try await HeldWorld.make { FaultyProcessor($0, line) { _ in } }
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

    @Test("a lost response in a comparison is counted, books nothing, and is repeated", arguments: [4, 5])
    func unanswered(request: Int) async throws {
        let line = FaultLine()
        let (world, payment) = try await transferred(over: line)
        defer { world.remove() }
        try await world.reverse(10_00, of: payment)
        world.clock.advance(seconds: 60)
        // A comparison lists charges, refunds and transfers. It then fetches the transfer and its reversals.
        line.begin(ProcessorFaultPlan(rules: [.init(.read, request, .requestLost)]))
        let found = try await world.payments.compare(since: nil, until: world.clock.now)
        #expect(found.unanswered == 1 && found.differences == [] && !found.agrees)
        #expect(try await world.file.read { try $0.releases(ofPayment: payment.id) } == [])
        #expect(try await world.ledger(.held(payment.id)) == -95_00)
        #expect(try await world.ledger(.payee(world.payee)) == 0)
        let again = try await world.payments.compare(since: nil, until: world.clock.now)
        #expect(again.unanswered == 0 && again.agrees)
        #expect(try await world.ledger(.held(payment.id)) == -10_00)
        #expect(try await world.ledger(.payee(world.payee)) == -85_00)
        #expect(try await world.problems() == [])
    }

    @Test("a lost response about a later reversal of a known release is counted, too")
    func unansweredReversal() async throws {
        let line = FaultLine()
        let (world, payment) = try await transferred(over: line)
        defer { world.remove() }
        _ = try await world.payments.reconcile()
        try await world.reverse(10_00, of: payment)
        world.clock.advance(seconds: 60)
        line.begin(ProcessorFaultPlan(rules: [.init(.read, 4, .requestLost)]))
        let found = try await world.payments.compare(since: nil, until: world.clock.now)
        #expect(found.unanswered == 1 && found.differences == [] && !found.agrees)
        #expect(try await world.ledger(.held(payment.id)) == 0)
        #expect(try await world.payments.compare(since: nil, until: world.clock.now).agrees)
        #expect(try await world.ledger(.held(payment.id)) == -10_00)
        #expect(try await world.problems() == [])
    }

    @Test("a transfer of more than is held is reported until a person dismisses it, also in a later period")
    func tooMuch() async throws {
        let world = try await HeldWorld.make()
        defer { world.remove() }
        let payment = try await world.charge(.job(100_00), method: "pm_card_bypassPending")
        world.clock.advance(seconds: 86_400)
        try await world.refund(payment.id, 50_00)
        world.clock.advance(seconds: 86_400)
        let transfer = try await world.processor.create(
            Transfer.Create(
                amount: 95_00, currency: .usd, destination: world.payee, sourceTransaction: payment.charge),
            key: IdempotencyKey("outside"))
        let since = world.clock.now.adding(seconds: -3600)
        world.clock.advance(seconds: 60)
        for start in [nil, since, since] {
            _ = try await world.payments.reconcile()
            let found = try await world.payments.compare(since: start, until: world.clock.now)
            #expect(found.differences.map(\.kind) == [.unknownTransfer])
            #expect(found.differences.map(\.id) == [transfer.id])
        }
        #expect(try await world.ledger(.held(payment.id)) == -47_50)
        #expect(try await world.ledger(.receivable(world.payee)) == 0)
        #expect(try await world.ledger(.outside(world.payee)) == 95_00)
        _ = try await world.payments.dismiss(transfer.id, because: "a bonus")
        let after = try await world.payments.compare(since: nil, until: world.clock.now)
        #expect(after.agrees && after.dismissed == 1)
        #expect(try await world.problems() == [])
    }
}

/// Held money in books that were restored from a backup.
@Suite struct RestoredReleaseTests {
    @Test(
        "money released and refunded after the backup is not held in the restored books", .sqlite,
        arguments: [
            (firstRefund: 30_00, isCollected: true, left: 19_00),
            (firstRefund: 30_00, isCollected: false, left: 19_00),
            (firstRefund: 0, isCollected: true, left: 47_50),
            (firstRefund: 0, isCollected: false, left: 47_50),
        ] as [(firstRefund: Int64, isCollected: Bool, left: Int64)])
    func refunded(row: (firstRefund: Int64, isCollected: Bool, left: Int64)) async throws {
        let world = try await HeldWorld.make()
        defer { world.remove() }
        let payment = try await world.charge(.job(100_00), method: "pm_card_bypassPending")
        // The platform has enough money of its own to pay the same amount again.
        try await world.charge(.job(500_00), method: "pm_card_bypassPending", by: 2)
        _ = try await world.payments.reconcile()
        let backup = world.folder.appending(path: "backup.sqlite").path
        try await world.store.sqlite.backUp(to: backup)

        world.clock.advance(seconds: 86_400)
        if row.firstRefund > 0 { try await world.refund(payment.id, row.firstRefund) }
        world.clock.advance(seconds: 86_400)
        try await world.release(payment.id)
        world.clock.advance(seconds: 86_400)
        let (_, call) = try await world.file.write {
            try world.payments.beginRefund(of: payment.id, amountMinor: 50_00, reason: nil, in: $0)
        }
        try await world.payments.execute(call)
        if row.isCollected { try await world.payments.collectSoon(from: world.payee) }
        world.clock.advance(seconds: 86_400)

        let (file, payments) = try world.books(at: backup)
        defer { try? file.close() }
        if !row.isCollected {
            // The events report the release before the refund. A comparison books the refund first.
            #expect(try await payments.compare(since: nil, until: world.clock.now).agrees)
            #expect(try await file.read { try $0.balance(of: .receivable(world.payee), in: .usd) } == 47_50)
        }
        for _ in 1...2 {
            _ = try await payments.reconcile()
            #expect(try await payments.compare(since: nil, until: world.clock.now).agrees)
        }
        await #expect(throws: PaymentError.self) {
            try await file.write { try payments.beginRelease(of: payment.id, in: $0) }
        }
        #expect(try await world.balance(ofPayee: world.payee) == row.left)
        #expect(try await file.read { try $0.ledgerCheck().problems } == [])

        // The books that were never lost agree, after they have noticed the collection by the restored ones.
        _ = try await world.payments.reconcile()
        #expect(try await world.balance(ofPayee: world.payee) == row.left)
        let (restored, whole) = try await (
            file.read { try $0.balances(prefix: "") }, world.file.read { try $0.balances(prefix: "") }
        )
        #expect(
            restored.filter { $0.amount.minorUnits != 0 } == whole.filter { $0.amount.minorUnits != 0 })
    }

    @Test("a debt that was collected from another payment's transfer is not paid out again", .sqlite)
    func otherTransfer() async throws {
        let world = try await HeldWorld.make()
        defer { world.remove() }
        let first = try await world.charge(.job(100_00), method: "pm_card_bypassPending")
        let second = try await world.charge(.job(100_00), method: "pm_card_bypassPending", by: 2)
        try await world.charge(.job(500_00), method: "pm_card_bypassPending", by: 3)
        _ = try await world.payments.reconcile()
        let backup = world.folder.appending(path: "backup.sqlite").path
        try await world.store.sqlite.backUp(to: backup)

        world.clock.advance(seconds: 86_400)
        try await world.release(first.id)
        world.clock.advance(seconds: 86_400)
        try await world.release(second.id)
        world.clock.advance(seconds: 86_400)
        // The newest transfer is reversed first: the second payment's.
        try await world.refund(first.id)
        #expect(try await world.balance(ofPayee: world.payee) == 95_00)
        world.clock.advance(seconds: 86_400)

        let (file, payments) = try world.books(at: backup)
        defer { try? file.close() }
        for _ in 1...2 {
            #expect(try await payments.compare(since: nil, until: world.clock.now).agrees)
            _ = try await payments.reconcile()
        }
        for payment in [first, second] {
            await #expect(throws: PaymentError.self) {
                try await file.write { try payments.beginRelease(of: payment.id, in: $0) }
            }
        }
        #expect(try await world.balance(ofPayee: world.payee) == 95_00)
        for account in [LedgerAccount.outside(world.payee), .receivable(world.payee)] {
            #expect(try await file.read { try $0.balance(of: account, in: .usd) } == 0)
        }
        #expect(try await file.read { try $0.ledgerCheck().problems } == [])
    }
}

extension HeldWorld {
    /// Opens a backup of the books, and creates a driver for it.
    fileprivate func books(at path: String) throws -> (file: DatabaseFile, payments: PaymentDriver) {
        let restored = try DatabaseFile.open(at: path, migrations: PaymentMigrations.all)
        let payments = PaymentDriver(
            database: restored, processor: processor, policy: PolicyTable(["job": SilentPolicy()]),
            clock: clock.wallClock, ids: bench.ids, processing: .standard)
        return (restored, payments)
    }

    /// Returns an account's balance at the processor, in minor units.
    fileprivate func balance(ofPayee payee: String) async throws -> Int64 {
        try await processor.balances(of: payee).reduce(0) { $0 + $1.total }
    }

    /// Reverses a part of the payment's only transfer at the processor.
    fileprivate func reverse(_ minor: Int64, of payment: Payment) async throws {
        let transfer = try #require(
            try await processor.transfers(to: payee, ListQuery()).data.first {
                $0.sourceTransaction == payment.charge
            })
        _ = try await processor.reverse(
            transfer: transfer.id, amount: minor, metadata: [:], key: IdempotencyKey("reversed"))
    }

    /// Reverses a part of the payment's only transfer at the processor, and transfers the same amount again
    /// from the platform's balance.
    fileprivate func transferAgain(_ minor: Int64, of payment: Payment) async throws {
        try await reverse(minor, of: payment)
        _ = try await processor.create(
            Transfer.Create(
                amount: minor, currency: .usd, destination: payee, transferGroup: payment.id),
            key: IdempotencyKey("again"))
    }
}
