import DatabaseKit
import Giving
import MoneyKit
import MoneyTestSupport
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import Testing
import TimeKit

/// Changes while a request has no response yet, or after an invoice was created.
@Suite struct ChangedWhileChargingTests {
    @Test("an older change without a response never overwrites a later one")
    func lastWord() async throws {
        let rules = (1...3).map { ProcessorFaultPlan.Rule(.updateSubscription, $0, .requestLost) }
        let world = try await GivingWorld.make {
            FaultyProcessor($0, ProcessorFaultPlan(rules: rules)) { _ in }
        }
        defer { world.remove() }
        let id = try await world.giving.give(.to(recurring: true)).recurring ?? ""
        await #expect(throws: PaymentError.self) { try await world.giving.change(id, .amount("100")) }
        _ = try await world.giving.change(id, .amount("20"))
        _ = try await world.giving.payments.reconcile()
        #expect(try await world.file.read { try $0.recurring(id) }?.amount == Money(2000, .usd))
        #expect(try await world.processor.subscriptions(ListQuery()).data.first?.price.unitAmount == 2000)
    }

    @Test("a canceled monthly gift stays canceled after an earlier change without a response")
    func cancelAfterPause() async throws {
        let rules = (1...3).map { ProcessorFaultPlan.Rule(.updateSubscription, $0, .answerLost) }
        let world = try await GivingWorld.make {
            FaultyProcessor($0, ProcessorFaultPlan(rules: rules)) { _ in }
        }
        defer { world.remove() }
        let id = try await world.giving.give(.to(recurring: true)).recurring ?? ""
        await #expect(throws: PaymentError.self) { try await world.giving.change(id, .pause(until: nil)) }
        #expect(try await world.giving.change(id, .cancel).status == .canceled)
        _ = try await world.giving.payments.reconcile()
        #expect(try await world.file.read { try $0.recurring(id) }?.status == .canceled)
    }

    @Test("resubmitting a form at the same time returns its change, or that the outcome is unknown")
    func sameFormAtOnce() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let gift = try await world.giving.give(.to(recurring: true))
        let (id, donor) = try (#require(gift.recurring), #require(gift.donor))
        for amount in 20...29 {
            let form = DonorForm(donor: donor, key: "form-\(amount):amount", client: nil)
            let change = { @Sendable () async throws -> Money in
                try await world.giving.change(id, .amount("\(amount)"), by: form).amount
            }
            let seen = try await withThrowingTaskGroup(of: Money?.self) { senders in
                for _ in 1...8 {
                    senders.addTask {
                        do {
                            return try await change()
                        } catch let error as PaymentError where error.code == .outcomeUnknown {
                            // Over HTTP, a key that is in use gets a 409, because the outcome is not known yet.
                            return nil
                        }
                    }
                }
                return try await senders.reduce(into: []) { $0.append($1) }
            }
            let wanted = Money(Int64(amount) * 100, .usd)
            #expect(seen.allSatisfy { $0 == nil || $0 == wanted }, "\(seen)")
            #expect(try await change() == wanted)
        }
    }

    @Test("a period invoiced before the amount changed keeps its gift and its covered fee")
    func changedInDraftHour() async throws {
        let start = MonthlyGiftTests.lastOfJanuary
        let world = try await GivingWorld.make(at: start)
        defer { world.remove() }
        let id = try await world.giving.give(.to(recurring: true, coversFee: true)).recurring ?? ""
        let charge = try #require(try await world.file.read { try $0.recurring(id)?.nextCharge })
        world.clock.advance(to: charge.adding(seconds: 600))
        _ = try await world.giving.change(id, .amount("80"))
        world.clock.advance(seconds: 7200)
        _ = try await world.giving.payments.reconcile()
        world.clock.advance(to: MonthlyAnchor(start).occurrence(2).adding(seconds: 6 * 3600))
        _ = try await world.giving.payments.reconcile()
        let gifts = try await world.file.read { try $0.gifts(GiftQuery(recurring: id)) }
        #expect(gifts.map(\.amount) == [Money(8000, .usd), Money(5000, .usd), Money(5000, .usd)])
        #expect(gifts.map(\.coveredFeeMinor) == [270, 180, 180])
        #expect(try await world.differences() == [])
    }

    @Test("a charge whose events are lost is booked within hours, not at the next renewal")
    func lostEvents() async throws {
        let start = MonthlyGiftTests.lastOfJanuary
        let world = try await GivingWorld.make(at: start) {
            FaultyProcessor($0, ProcessorFaultPlan(events: [.lost], seed: 3)) { _ in }
        }
        defer { world.remove() }
        let id = try await world.giving.give(.to(recurring: true)).recurring ?? ""
        let charge = try #require(try await world.file.read { try $0.recurring(id)?.nextCharge })
        world.clock.advance(to: charge.adding(seconds: 600))
        let schedule = try #require(try await world.file.read { try $0.recurring(id)?.schedule })
        // Reads the subscription while the invoice is a draft.
        try await world.giving.payments.refresh(schedule: schedule)
        let due = try await world.file.read {
            try $0.dueSchedules(before: world.clock.now.adding(seconds: 3600), limit: 10)
        }
        #expect(due.map(\.id) == [schedule])
        world.clock.advance(seconds: 7200)
        _ = try await world.giving.payments.reconcile()
        #expect(try await world.file.read { try $0.recurring(id) }?.paidPeriods == 2)
    }

    @Test(
        "a charge made just before a change is booked even if the reading after the change and all events fail",
        arguments: [
            RecurringChange.amount("80"), .method("pm_card_mastercard"), .fund("13"), .pause(until: nil),
            .cancel,
        ])
    func unreadCharge(change: RecurringChange) async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let id = try await world.giving.give(.to(recurring: true)).recurring ?? ""
        let charge = try #require(try await world.file.read { try $0.recurring(id)?.nextCharge })
        world.clock.advance(to: charge.adding(seconds: 2 * 3600))
        let losing = world.service(losing: .read)
        let lost = await #expect(throws: PaymentError.self) { try await losing.change(id, change) }
        #expect(lost?.code == .outcomeUnknown)
        #expect(try await world.file.read { try $0.gifts(GiftQuery(recurring: id)) }.count == 1)
        _ = try await world.service(losing: .events).payments.reconcile()
        let gifts = try await world.file.read { try $0.gifts(GiftQuery(recurring: id)) }
        #expect(gifts.map(\.amount) == [Money(5000, .usd), Money(5000, .usd)])
        #expect(try await world.file.read { try $0.recurring(id) }?.paidPeriods == 2)
        #expect(try await world.differences() == [])
    }

    @Test(
        "a period invoiced just before the day was moved is booked when its draft is charged, without events")
    func movedInDraftHour() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let id = try await world.giving.give(.to(recurring: true)).recurring ?? ""
        let charge = try #require(try await world.file.read { try $0.recurring(id)?.nextCharge })
        world.clock.advance(to: charge.adding(seconds: 600))
        let moved = try await world.giving.change(id, .day(20))
        #expect(moved.nextCharge?.date.day == 20)
        world.clock.advance(seconds: 2 * 3600)
        _ = try await world.service(losing: .events).payments.reconcile()
        #expect(try await world.file.read { try $0.recurring(id) }?.paidPeriods == 2)
        #expect(try await world.differences() == [])
    }
}

extension GivingWorld {
    /// Returns a service whose first 100 requests of one kind are lost.
    fileprivate func service(losing operation: ProcessorFaultPlan.Operation) -> GivingService {
        let rules = (1...100).map { ProcessorFaultPlan.Rule(operation, $0, .requestLost) }
        return service(over: FaultyProcessor(line, ProcessorFaultPlan(rules: rules)) { _ in })
    }
}
