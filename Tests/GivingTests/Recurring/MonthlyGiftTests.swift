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

@Suite struct MonthlyGiftTests {
    /// January 31, 2026, 9:00.
    static let lastOfJanuary = Timestamp(seconds: 1_769_850_000)

    // G1-28
    @Test("a monthly gift from January 31 is charged on the last day of each month, with a receipt each")
    func yearFromLastOfJanuary() async throws {
        let world = try await GivingWorld.make(at: Self.lastOfJanuary)
        defer { world.remove() }
        let first = try await world.giving.give(.to(recurring: true, coversFee: true))
        #expect(first.status == .succeeded)
        for month in 1...11 {
            world.clock.advance(
                to: MonthlyAnchor(Self.lastOfJanuary).occurrence(month).adding(seconds: 6 * 3600))
            _ = try await world.giving.payments.reconcile()
        }
        let gifts = try await world.file.read {
            try $0.gifts(GiftQuery(recurring: first.recurring, limit: 100))
        }
        #expect(
            gifts.reversed().map { $0.paidAt?.date.iso8601 } == [
                "2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31", "2026-06-30",
                "2026-07-31",
                "2026-08-31", "2026-09-30", "2026-10-31", "2026-11-30", "2026-12-31",
            ])
        #expect(gifts.allSatisfy { $0.status == .succeeded && $0.amount == Money(5000, .usd) })
        #expect(Set(gifts.compactMap(\.receiptNumber)).count == 12)
        let recurring = try await world.file.read { try $0.recurring(first.recurring ?? "") }
        #expect(recurring?.paidPeriods == 12)
        #expect(recurring?.nextCharge?.date.iso8601 == "2027-01-31")
        #expect(try await world.differences() == [])
        #expect(try await world.problems() == [])
    }

    @Test("a declined first charge ends the monthly gift, and nothing is booked")
    func firstDeclined() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let gift = try await world.giving.give(.to(recurring: true, method: "pm_card_chargeCustomerFail"))
        #expect(gift.status == .failed)
        let recurring = try await world.file.read { try $0.recurring(gift.recurring ?? "") }
        #expect(recurring?.status == .canceled)
        #expect(try await world.file.read { try $0.ledgerCheck() }.postings == 0)
    }

    @Test(
        "lists a monthly gift that never started only as a failed gift, and keeps a canceled one (M-7)"
    )
    func neverBegan() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let declined = try await world.giving.give(.to(recurring: true, method: "pm_card_chargeCustomerFail"))
        let ended = try await world.giving.give(.to(recurring: true))
        _ = try await world.giving.change(try #require(ended.recurring), .cancel)
        let (listed, all) = try await world.file.read { transaction in
            func list(_ includingDeclined: Bool) throws -> [String] {
                try transaction.recurringGifts(
                    organization: "Grace", donor: nil, includingDeclined: includingDeclined, after: nil,
                    limit: 9
                ).map(\.id)
            }
            return (try list(false), try list(true))
        }
        #expect(listed == [ended.recurring] && Set(all) == [ended.recurring, declined.recurring])
        let own = try await world.giving.ownGifts(of: try #require(declined.donor))
        #expect(own.monthly.map(\.recurring.id) == listed && own.gifts.count == 2)
        let failed = try await world.file.read { try $0.gifts(GiftQuery(status: .failed, limit: 9)) }
        #expect(failed.map(\.id) == [declined.id] && failed[0].recurring == declined.recurring)
    }

    @Test(
        "a mistyped method stores no gift, donor or monthly gift (M-7)",
        arguments: ["pm_card_viza", "tok_viza", "pm_visa"])
    func mistyped(method: String) async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        for isMonthly in [false, true] {
            let error = await #expect(throws: GivingError.self) {
                try await world.giving.give(.to(recurring: isMonthly, method: method, key: "k"))
            }
            #expect(error?.code == .invalidMethod && error?.remedy.contains("did you mean") == true)
        }
        try await world.file.read { transaction in
            for table in [
                "gift", "recurring_gift", "donor", "payment", "schedule", "processor_call",
                "answered_request",
            ] {
                let count: Int? = try transaction.value("SELECT COUNT(*) FROM \(table)")
                #expect(count == 0, "\(table)")
            }
        }
        // The key can be used again for the corrected request.
        #expect(try await world.giving.give(.to(key: "k")).status == .succeeded)
    }

    @Test("a later decline makes the gift past due, and a new card pays the due amount and reactivates it")
    func newCard() async throws {
        let world = try await GivingWorld.make(at: Self.lastOfJanuary)
        defer { world.remove() }
        let gift = try await world.giving.give(.to(recurring: true))
        let id = gift.recurring ?? ""
        _ = try await world.giving.change(id, .method("pm_card_chargeCustomerFail"))
        world.clock.advance(seconds: 29 * 86_400)
        _ = try await world.giving.payments.reconcile()
        #expect(try await world.file.read { try $0.recurring(id) }?.status == .pastDue)
        let changed = try await world.giving.change(id, .method("pm_card_mastercard"))
        #expect(changed.status == .active)
        #expect(changed.paidPeriods == 2)
        #expect(try await world.differences() == [])
    }

    @Test("a new amount applies from the next period")
    func newAmount() async throws {
        let world = try await GivingWorld.make(at: Self.lastOfJanuary)
        defer { world.remove() }
        let gift = try await world.giving.give(.to(recurring: true, coversFee: true))
        let changed = try await world.giving.change(gift.recurring ?? "", .amount("80"))
        #expect(changed.amount == Money(8000, .usd))
        #expect(changed.coveredFeeMinor == 270)
        #expect(changed.paidPeriods == 1)
        let subscriptions = try await world.processor.subscriptions(ListQuery(limit: 1)).data
        let subscription = try #require(subscriptions.first)
        let schedule = try await world.file.read { try $0.schedule(subscription: subscription.id) }
        #expect(schedule?.price == subscription.price.id)
        world.clock.advance(seconds: 29 * 86_400)
        _ = try await world.giving.payments.reconcile()
        let gifts = try await world.file.read { try $0.gifts(GiftQuery(recurring: gift.recurring)) }
        #expect(gifts.map(\.amount) == [Money(8000, .usd), Money(5000, .usd)])
        #expect(try await world.differences() == [])
    }

    @Test("a new day charges nothing in between, and applies to all later months")
    func newDay() async throws {
        let world = try await GivingWorld.make(at: Self.lastOfJanuary)
        defer { world.remove() }
        let gift = try await world.giving.give(.to(recurring: true))
        let changed = try await world.giving.change(gift.recurring ?? "", .day(15))
        #expect(changed.nextCharge?.date.iso8601 == "2026-02-15")
        for day in 1...60 where day % 5 == 0 {
            world.clock.advance(to: Self.lastOfJanuary.adding(seconds: Int64(day) * 86_400))
            _ = try await world.giving.payments.reconcile()
        }
        let gifts = try await world.file.read { try $0.gifts(GiftQuery(recurring: gift.recurring)) }
        #expect(
            gifts.reversed().map { $0.paidAt?.date.iso8601 } == ["2026-01-31", "2026-02-15", "2026-03-15"])
    }

    @Test(
        "M-1: a new day follows the organization's clock and applies from the first unpaid month",
        arguments: [(31, "2026-02-28"), (29, "2026-02-28"), (15, "2026-02-15")])
    func localDay(day: Int, next: String) async throws {
        // In Chicago, it is the evening of January 30.
        let start = Timestamp(seconds: 1_769_824_800)
        let world = try await GivingWorld.make(at: start)
        defer { world.remove() }
        try await world.file.write { transaction in
            var fields = OrganizationFields()
            fields.timeZone = "America/Chicago"
            _ = try transaction.editOrganization("Grace", fields, at: start.adding(seconds: -1))
        }
        let gift = try await world.giving.give(.to(recurring: true))
        let id = gift.recurring ?? ""
        #expect(try await world.file.read { try $0.recurring(id) }?.dayOfMonth == 30)
        let changed = try await world.giving.change(id, .day(day))
        #expect(changed.dayOfMonth == day)
        let charge = try #require(changed.nextCharge)
        #expect(charge.date.iso8601 == next)
        #expect(LocalCalendar(timeZone: "America/Chicago")?.date(of: charge).iso8601 == next)
    }

    @Test("a paused gift is not charged, and a resumed one is charged for the next period")
    func pause() async throws {
        let world = try await GivingWorld.make(at: Self.lastOfJanuary)
        defer { world.remove() }
        let id = try await world.giving.give(.to(recurring: true)).recurring ?? ""
        #expect(try await world.giving.change(id, .pause(until: nil)).status == .paused)
        world.clock.advance(seconds: 45 * 86_400)
        _ = try await world.giving.payments.reconcile()
        #expect(try await world.file.read { try $0.recurring(id) }?.paidPeriods == 1)
        #expect(try await world.giving.change(id, .resume).status == .active)
        world.clock.advance(seconds: 30 * 86_400)
        _ = try await world.giving.payments.reconcile()
        #expect(try await world.file.read { try $0.recurring(id) }?.paidPeriods == 2)
    }

    @Test("a canceled gift is never charged again, and refuses changes")
    func cancel() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let id = try await world.giving.give(.to(recurring: true)).recurring ?? ""
        #expect(try await world.giving.change(id, .cancel).status == .canceled)
        let error = await #expect(throws: GivingError.self) { try await world.giving.change(id, .resume) }
        #expect(error?.code == .wrongState)
        world.clock.advance(seconds: 90 * 86_400)
        _ = try await world.giving.payments.reconcile()
        #expect(try await world.file.read { try $0.recurring(id) }?.paidPeriods == 1)
    }

    @Test(
        "a gift paused until a day is charged on its first due day after it, and one paused for good never"
    )
    func pausedUntil() async throws {
        let world = try await GivingWorld.make(at: Self.lastOfJanuary)
        defer { world.remove() }
        let id = try await world.giving.give(.to(recurring: true)).recurring ?? ""
        #expect(try await world.giving.change(id, .pause(until: nil)).nextCharge == nil)
        _ = try await world.giving.change(id, .resume)
        let day = Self.lastOfJanuary.adding(seconds: 70 * 86_400)
        let paused = try await world.giving.change(id, .pause(until: day))
        #expect(paused.pausedUntil == day)
        #expect(paused.nextCharge?.date.iso8601 == "2026-04-30")
        for _ in 1...13 {
            world.clock.advance(seconds: 7 * 86_400)
            _ = try await world.giving.payments.reconcile()
        }
        let gifts = try await world.file.read { try $0.gifts(GiftQuery(recurring: id)) }
        #expect(gifts.reversed().map { $0.paidAt?.date.iso8601 } == ["2026-01-31", "2026-04-30"])
    }

    @Test("periods that become known together are listed by the day of payment, newest first")
    func listedByDay() async throws {
        let world = try await GivingWorld.make(at: Self.lastOfJanuary)
        defer { world.remove() }
        let id = try await world.giving.give(.to(recurring: true)).recurring ?? ""
        world.clock.advance(seconds: 300 * 86_400)
        _ = try await world.giving.payments.reconcile()
        let days = try await world.file.read { try $0.gifts(GiftQuery(recurring: id)) }.map(\.created)
        #expect(days.count == 10)
        #expect(days == days.sorted(by: >))
        let payments = try await world.file.read { try $0.payments(in: nil, after: nil, limit: 100) }
        #expect(payments.map(\.created) == payments.map(\.created).sorted(by: >))
    }

    @Test("a gift canceled during a bank debit is processing until the debit completes")
    func canceledWhileCharging() async throws {
        let world = try await GivingWorld.make(at: Self.lastOfJanuary)
        defer { world.remove() }
        let gift = try await world.giving.give(.to(recurring: true, method: "pm_usBankAccount_success"))
        #expect(gift.status == .processing)
        let ended = try await world.giving.change(gift.recurring ?? "", .cancel)
        #expect(ended.status == .canceled)
        #expect(ended.isCharging)
        #expect(ended.failureCode == nil)
        #expect(try await world.file.read { try $0.gift(gift.id) }?.status == .processing)
        world.clock.advance(seconds: 7 * 86_400)
        _ = try await world.giving.payments.reconcile()
        #expect(try await world.file.read { try $0.gift(gift.id) }?.status == .succeeded)
        #expect(try await world.file.read { try $0.recurring(gift.recurring ?? "") }?.isCharging == false)
        #expect(try await world.differences() == [])
    }
}
