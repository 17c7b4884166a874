import DatabaseKit
import Foundation
import Giving
import MoneyKit
import MoneyTestSupport
import Processor
import ProcessorSimulator
import SimulationKit
import Synchronization
import TestSupport
import Testing
import TimeKit

@testable import PaymentCore

/// A new donor's customer. It is created in parallel with the payment, so that the donor waits less, and is
/// assigned to the charge afterward.
@Suite(.timeLimit(.minutes(1))) struct CustomerBesideTests {
    private static func world(_ rules: [ProcessorFaultPlan.Rule] = []) async throws -> GivingWorld {
        try await GivingWorld.make { FaultyProcessor($0, ProcessorFaultPlan(rules: rules)) { _ in } }
    }

    private static func losing(_ fault: ProcessorFaultPlan.Fault) -> [ProcessorFaultPlan.Rule] {
        [.init(.otherChange, 1, fault)]
    }

    @Test("requests the customer while the payment is under way")
    func together() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let meeting = Meeting(of: 2)
        let plan = ProcessorFaultPlan(latency: .seconds(1))
        let slow = world.service(over: FaultyProcessor(world.line, plan) { _ in await meeting.arrive() })
        #expect(try await slow.give(.to(waits: true)).status == .succeeded)
    }

    @Test("assigns the charge once, after the donor has the response")
    func assigns() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let line = FaultyProcessor(world.line, ProcessorFaultPlan()) { _ in }
        let giving = world.service(over: line)
        let gift = try await giving.give(.to(waits: true))
        #expect(line.requests == 2)
        let customer = try #require(try await world.customers().first)
        #expect(try await world.charge(of: gift).customer == nil)
        #expect(try await world.file.read { try $0.payment(gift.payment ?? "")?.customer } == customer.id)

        world.clock.advance(seconds: 60)
        let done = try await giving.payments.finishLeftCalls(olderThan: 60)
        #expect(done.callsEnded == 1 && done.callsLeft == 0)
        #expect(try await world.charge(of: gift).customer == customer.id)
        #expect(line.requests == 3)
        _ = try await giving.payments.finishLeftCalls(olderThan: 0)
        #expect(line.requests == 3)
        #expect(try await world.differences() == [])
    }

    @Test("repeats an assignment whose response was lost, without further effect")
    func assignmentLost() async throws {
        // The first change creates the customer.
        let world = try await Self.world((2...4).map { .init(.otherChange, $0, .answerLost) })
        defer { world.remove() }
        let gift = try await world.giving.give(.to(waits: true))
        #expect(try await world.giving.payments.finishLeftCalls(olderThan: 0).callsLeft == 1)
        world.clock.advance(seconds: 2 * 86_400)
        #expect(try await world.giving.payments.finishLeftCalls(olderThan: 0).callsLeft == 1)
        #expect(try await world.calm.payments.finishLeftCalls(olderThan: 0).callsEnded == 1)
        #expect(try await world.charge(of: gift).customer == world.customers().first?.id)
        #expect(try await world.differences() == [])
    }

    @Test("charges the next gift to the same customer")
    func next() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        _ = try await world.giving.give(.to(waits: true))
        let second = try await world.giving.give(.to(waits: true))
        #expect(try await world.customers().count == 1)
        #expect(try await world.charge(of: second).customer == world.customers().first?.id)
    }

    @Test("creates one customer for two gifts at the same moment", arguments: [true, false])
    func twoAtOnce(waits: Bool) async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        // Both gifts begin before the processor responds to the first request of either.
        let meeting = Meeting(of: waits ? 4 : 2)
        let plan = ProcessorFaultPlan(latency: .seconds(1))
        let slow = world.service(over: FaultyProcessor(world.line, plan) { _ in await meeting.arrive() })
        async let first = slow.give(.to(waits: waits))
        async let second = slow.give(.to(waits: waits))
        let gifts = try await [first, second]
        _ = try await world.calm.payments.finishLeftCalls(olderThan: 0)
        let customers = try await world.customers()
        #expect(customers.count == 1)
        for gift in gifts { #expect(try await world.charge(of: gift).customer == customers.first?.id) }
        #expect(try await world.differences() == [])
    }

    @Test("succeeds without waiting for a customer whose response was lost, and finds it later")
    func lost() async throws {
        for fault in ProcessorFaultPlan.Fault.allCases {
            let world = try await Self.world(Self.losing(fault))
            defer { world.remove() }
            let gift = try await world.giving.give(.to(waits: true))
            #expect(gift.status == .succeeded)
            #expect(try await world.file.read { try $0.payment(gift.payment ?? "")?.customer } == nil)
            _ = try await world.giving.payments.finishLeftCalls(olderThan: 0)
            #expect(try await world.differences() == [])
            #expect(try await world.customers().count == 1)
            #expect(try await world.charge(of: gift).customer == world.customers().first?.id)
        }
    }

    @Test("finds a lost customer at the processor after its idempotency key has expired, or creates one")
    func lostForDays() async throws {
        for fault in ProcessorFaultPlan.Fault.allCases {
            let world = try await Self.world(Self.losing(fault))
            defer { world.remove() }
            let gift = try await world.giving.give(.to(waits: true))
            world.clock.advance(seconds: 3 * 86_400)
            #expect(try await world.differences() == [])
            #expect(try await world.customers().count == 1)
            #expect(try await world.charge(of: gift).customer == world.customers().first?.id)
        }
    }

    @Test("finds the customer of a payment that was never made", arguments: [true, false])
    func paymentLost(waits: Bool) async throws {
        let world = try await Self.world((1...3).map { .init(.createIntent, $0, .requestLost) })
        defer { world.remove() }
        let gift = try await world.giving.give(.to(waits: waits))
        #expect(gift.status == .processing)
        world.clock.advance(seconds: 3 * 86_400)
        #expect(try await world.differences() == [])
        #expect(try await world.customers().count == 1)
        #expect(try await world.calm.forget(.email("donor@example.org")).customersDeleted == 1)
        #expect(try await world.customers().isEmpty)
    }

    @Test("assigns the charge that succeeds after a decline, after the bank's confirmation or after days")
    func later() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let declined = try await world.giving.give(
            .to(method: "pm_card_visa_chargeDeclined", email: "a@example.org", waits: true))
        _ = try await world.giving.payments.finishLeftCalls(olderThan: 0)
        _ = try await world.giving.retry(declined.id, method: "pm_card_visa")
        let asked = try await world.giving.give(
            .to(method: "pm_card_authenticationRequired", email: "b@example.org", waits: true))
        let intent = try await world.file.read { try $0.payment(asked.payment ?? "")?.intent }
        _ = try await world.processor.challenge(intent ?? "", .passed)
        let debit = try await world.giving.give(
            .to(method: "pm_usBankAccount_success", email: "c@example.org", waits: true))
        world.clock.advance(seconds: 10 * 86_400)
        _ = try await world.giving.payments.reconcile()
        #expect(try await world.differences() == [])
        for gift in [declined, asked, debit] {
            #expect(try await world.charge(of: gift).customer != nil)
        }
        #expect(try await world.customers().count == 3)
    }

    // MARK: Forgetting

    @Test("forgets a customer whose response was lost, however late")
    func forgets() async throws {
        for (fault, days) in [(ProcessorFaultPlan.Fault.answerLost, 0), (.answerLost, 40), (.requestLost, 0)]
        {
            let world = try await Self.world(Self.losing(fault))
            defer { world.remove() }
            _ = try await world.giving.give(.to(email: "Donor@Example.org", waits: true))
            world.clock.advance(seconds: Int64(days) * 86_400)
            _ = try await world.giving.forget(.email("donor@example.org"))
            #expect(try await world.customers().isEmpty)
            #expect(try await world.file.read { try $0.openCalls(limit: 10).isEmpty })
        }
    }

    @Test("forgets the customer of a monthly gift whose response was lost for days")
    func forgetsMonthly() async throws {
        let world = try await Self.world((1...3).map { .init(.otherChange, $0, .answerLost) })
        defer { world.remove() }
        _ = try await world.giving.give(.to(recurring: true))
        world.clock.advance(seconds: 3 * 86_400)
        _ = try await world.calm.payments.reconcile()
        _ = try await world.calm.forget(.email("donor@example.org"))
        #expect(try await world.customers().isEmpty)
    }

    @Test("forgets the customers of gifts that restored books do not know, and no other donor's", .sqlite)
    func forgetsRestored() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        _ = try await world.giving.give(.to(waits: true))
        let backup = world.folder.appending(path: "backup.sqlite").path
        try await world.store.sqlite.backUp(to: backup)
        world.clock.advance(seconds: 600)
        // The same donor with other names and another spelling, and another donor.
        _ = try await world.giving.give(.to(name: "Another Name", waits: true))
        _ = try await world.giving.give(.to(email: "DONOR@example.org", name: "A. Donor", waits: true))
        _ = try await world.giving.give(.to(recurring: true, name: "Monthly"))
        _ = try await world.giving.give(.to(email: "other@example.org", waits: true))
        // Another program with the same account at the processor.
        _ = try await world.processor.create(
            Customer.Create(name: "Shop", email: "donor@example.org"), key: IdempotencyKey("shop"))
        #expect(try await world.customers().count == 6)

        let books = try await world.restored(from: backup)
        defer { try? (books.database as? DatabaseFile)?.close() }
        world.clock.advance(seconds: 600)
        _ = try await books.forget(.email("donor@example.org"))
        #expect(try await Set(world.customers().map(\.email)) == ["other@example.org", "donor@example.org"])
        #expect(try await world.customers().compactMap(\.name).sorted() == ["A Donor", "Shop"])
    }

    @Test("forgets a donor who gives at the same moment")
    func forgetsMeanwhile() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        _ = try await world.giving.give(.to(waits: true))
        let once = Atomic(false)
        // While the first customer is deleted, a gift arrives with another name.
        let plan = ProcessorFaultPlan(latency: .seconds(1))
        let giving = world.giving
        let slow = world.service(
            over: FaultyProcessor(world.line, plan) { _ in
                guard once.compareExchange(expected: false, desired: true, ordering: .relaxed).exchanged
                else {
                    return
                }
                _ = try await giving.give(.to(name: "Another Name", waits: true))
            })
        #expect(try await slow.forget(.email("donor@example.org")).customersDeleted == 2)
        #expect(try await world.customers().isEmpty)
        #expect(try await world.file.read { try $0.openCalls(limit: 10).isEmpty })
    }

    // MARK: Adopting

    @Test("adopts a charge before its customer was assigned, and finds the donor by opaque ids only", .sqlite)
    func adopts() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let backup = world.folder.appending(path: "backup.sqlite").path
        try await world.store.sqlite.backUp(to: backup)
        let gift = try await world.giving.give(.to(name: "Zoë Gifts", phone: "555 1234", waits: true))
        let charge = try await world.charge(of: gift)
        let told = charge.metadata.map { "\($0.key) \($0.value)" }.joined(separator: " ").lowercased()
        for word in ["zoë", "gifts", "donor", "example.org", "555"] { #expect(!told.contains(word)) }

        let books = try await world.restored(from: backup)
        defer { try? (books.database as? DatabaseFile)?.close() }
        world.clock.advance(seconds: 600)
        let found = try await books.payments.compare(since: nil, until: world.clock.now)
        let difference = try #require(found.differences.first { $0.kind == .unknownCharge })
        #expect(try await difference.customer == world.customers().first?.id)
        let adopted = try await books.adopt(charge: charge.id)
        #expect(adopted.giver == gift.giver)
        _ = try await books.payments.reconcile()
        #expect(try await world.processor.charge(charge.id).customer == world.customers().first?.id)
        // The next gift is charged to the same customer.
        _ = try await books.give(.to(name: "Zoë Gifts", phone: "555 1234", waits: true))
        #expect(try await world.customers().count == 1)
        #expect(try await books.payments.compare(since: nil, until: world.clock.now).agrees)
    }
}

/// Suspends callers until the given number have arrived.
private actor Meeting {
    private let size: Int
    private var arrived = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(of size: Int) { self.size = size }

    func arrive() async {
        arrived += 1
        guard arrived < size else {
            for one in waiting { one.resume() }
            return waiting = []
        }
        await withCheckedContinuation { waiting.append($0) }
    }
}

extension GivingWorld {
    fileprivate func customers() async throws -> [Customer] {
        try await processor.customers(email: nil, ListQuery(limit: 100)).data
    }

    fileprivate func charge(of gift: Gift) async throws -> Charge {
        let name = try await file.read { try $0.payment(gift.payment ?? "")?.charge }
        return try await processor.charge(try #require(name))
    }

    /// Opens the service on books restored from a backup, with the gap that a restore records.
    fileprivate func restored(from backup: String) async throws -> GivingService {
        let file = try DatabaseFile.open(at: backup, migrations: GivingMigrations.all)
        let now = clock.now
        try await file.write { transaction in
            try transaction.begin(ReceiptSegment(number: 1, .restored, begun: now, since: now))
            try transaction.open(BooksGap(.restored, since: Self.start, found: now))
        }
        let (clock, ids) = (clock.wallClock, bench.ids)
        let driver = PaymentDriver(
            database: file, processor: processor, policy: GivingPolicy(ids: ids), clock: clock,
            ids: ids, processing: .standard)
        return GivingService(payments: driver, clock: clock, ids: ids, processing: .standard)
    }
}
