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

/// The charge day of a monthly gift, by its organization's clock: the announced day and the actual one.
@Suite struct StatedDayTests {
    /// 40 time zones: both ends, all half and quarter hours, daylight saving time in both hemispheres, and
    /// the fifteen in which noon is on a different day in UTC.
    private static let zones = [
        "Africa/Abidjan", "Africa/Casablanca", "Africa/Johannesburg", "Africa/Lagos", "America/Adak",
        "America/Anchorage", "America/Argentina/Buenos_Aires", "America/Caracas", "America/Chicago",
        "America/Denver", "America/Los_Angeles", "America/New_York", "America/Nuuk", "America/Sao_Paulo",
        "America/St_Johns", "Antarctica/Troll", "Asia/Dubai", "Asia/Kabul", "Asia/Kathmandu", "Asia/Kolkata",
        "Asia/Tokyo", "Asia/Yangon", "Atlantic/Azores", "Australia/Adelaide", "Australia/Eucla",
        "Australia/Lord_Howe", "Australia/Sydney", "Europe/London", "Europe/Berlin", "Pacific/Apia",
        "Pacific/Auckland", "Pacific/Chatham", "Pacific/Fakaofo", "Pacific/Fiji", "Pacific/Honolulu",
        "Pacific/Kiritimati", "Pacific/Marquesas", "Pacific/Pago_Pago", "Pacific/Tongatapu", "UTC",
    ]

    /// Makes a world with one organization, in a given time zone and at a given time.
    private static func world(
        _ zone: String, at start: Timestamp, between: (any PaymentProcessor) -> any PaymentProcessor = { $0 }
    ) async throws -> (GivingWorld, LocalCalendar) {
        let world = try await GivingWorld.make(at: start, between: between)
        try await move(world, to: zone)
        return (world, try #require(LocalCalendar(timeZone: zone)))
    }

    private static func move(_ world: GivingWorld, to zone: String) async throws {
        try await world.file.write { transaction in
            var fields = OrganizationFields()
            fields.timeZone = zone
            _ = try transaction.editOrganization("Grace", fields, at: world.clock.now)
        }
    }

    /// Returns the local days of all gifts, oldest first.
    private static func days(_ world: GivingWorld, _ calendar: LocalCalendar) async throws -> [String] {
        try await world.file.read { try $0.gifts(GiftQuery(limit: 100)) }.reversed()
            .compactMap(\.paidAt).map { calendar.date(of: $0).iso8601 }
    }

    /// Advances the clock by some days, and reads events every few days.
    private static func pass(_ days: Int, in world: GivingWorld, step: Int = 5) async throws {
        for _ in 0..<(days / step) {
            world.clock.advance(seconds: Int64(step) * 86_400)
            try await world.calm.payments.readEvents()
            try await world.calm.payments.settleDays()
        }
    }

    @Test("M-1: page, gift and charge agree on the stated day throughout the service", arguments: zones)
    func everywhere(zone: String) async throws {
        let place = try #require(Self.zones.firstIndex(of: zone))
        let calendar = try #require(LocalCalendar(timeZone: zone))
        let today = try #require(
            CalendarDate(
                year: place.isMultiple(of: 2) ? 2028 : 2027, month: 1, day: [1, 28, 29, 30, 31][place % 5]))
        let start = calendar.start(of: today).adding(seconds: Int64(place * 5 % 24) * 3600 + 1799)
        let (world, _) = try await Self.world(zone, at: start)
        defer { world.remove() }
        let review = try await world.giving.review(.to(recurring: true))
        let gift = try await world.giving.give(.to(recurring: true))
        let id = try #require(gift.recurring)
        let begun = try #require(try await world.file.read { try $0.recurring(id) })
        #expect(begun.dayOfMonth == calendar.date(of: start).day)
        #expect(begun.nextCharge.map(calendar.date) == review.next)
        // Four months at once, without reading events in between.
        world.clock.advance(seconds: 130 * 86_400)
        _ = try await world.giving.payments.reconcile()
        let paid = try await Self.days(world, calendar)
        let month = CalendarMonth(of: calendar.date(of: start))
        let wanted = (1...4).reduce(into: [calendar.date(of: start)]) { days, _ in
            let next = CalendarMonth(of: days[days.count - 1]).next
            days.append(min(next.first.adding(days: begun.dayOfMonth - 1), next.days.upperBound))
        }
        #expect(paid.prefix(5) == wanted.map(\.iso8601)[...])
        #expect(CalendarMonth(of: wanted[0]) == month)
        #expect(review.next == wanted[1])
        #expect(try await world.differences() == [])
    }

    @Test(
        "M-1: in every reported case, each month is charged once on the announced day",
        arguments: [
            (
                "Asia/Tokyo", "2026-05-01T08:00:00+09:00",
                ["2026-05-01", "2026-06-01", "2026-07-01", "2026-08-01"]
            ),
            (
                "Pacific/Auckland", "2026-03-01T08:00:00+13:00",
                ["2026-03-01", "2026-04-01", "2026-05-01", "2026-06-01"]
            ),
            (
                "America/Chicago", "2027-12-30T21:30:00-06:00",
                ["2027-12-30", "2028-01-30", "2028-02-29", "2028-03-30"]
            ),
        ])
    func reported(zone: String, start: String, wanted: [String]) async throws {
        let (world, calendar) = try await Self.world(zone, at: try #require(Timestamp(iso8601: start)))
        defer { world.remove() }
        _ = try await world.giving.give(.to(recurring: true))
        try await Self.pass(100, in: world)
        #expect(try await Self.days(world, calendar).prefix(4) == wanted[...])
    }

    @Test(
        "M-1: changing the day never skips a month or charges one twice",
        arguments: [
            // February is already paid, so the day applies from March.
            (
                "UTC", "2027-01-05T12:00:00Z", 36, 20,
                ["2027-01-05", "2027-02-05", "2027-03-20", "2027-04-20"]
            ),
            // February is unpaid and the day is ahead, so the day applies in February.
            (
                "UTC", "2027-01-15T12:00:00Z", 25, 20,
                ["2027-01-15", "2027-02-20", "2027-03-20", "2027-04-20"]
            ),
            // February is unpaid and the day has passed, so February keeps its old day.
            ("UTC", "2027-01-20T12:00:00Z", 20, 5, ["2027-01-20", "2027-02-20", "2027-03-05", "2027-04-05"]),
            // A short month uses its last day, and later months return to the day.
            (
                "UTC", "2027-01-15T12:00:00Z", 25, 31,
                ["2027-01-15", "2027-02-28", "2027-03-31", "2027-04-30"]
            ),
            (
                "Pacific/Auckland", "2027-01-14T20:00:00Z", 25, 31,
                ["2027-01-15", "2027-02-28", "2027-03-31", "2027-04-30"]
            ),
            (
                "Pacific/Kiritimati", "2027-01-14T20:00:00Z", 25, 1,
                ["2027-01-15", "2027-02-15", "2027-03-01", "2027-04-01"]
            ),
            (
                "Pacific/Apia", "2027-01-14T20:00:00Z", 5, 31,
                ["2027-01-15", "2027-02-28", "2027-03-31", "2027-04-30"]
            ),
            (
                "Pacific/Pago_Pago", "2027-01-31T20:00:00Z", 5, 30,
                ["2027-01-31", "2027-02-28", "2027-03-30", "2027-04-30"]
            ),
        ])
    func changed(zone: String, start: String, after: Int, day: Int, wanted: [String]) async throws {
        let (world, calendar) = try await Self.world(zone, at: try #require(Timestamp(iso8601: start)))
        defer { world.remove() }
        let id = try await world.giving.give(.to(recurring: true)).recurring ?? ""
        try await Self.pass(after, in: world, step: 1)
        let changed = try await world.giving.change(id, .day(day))
        #expect(changed.dayOfMonth == day)
        let told = try #require(changed.nextCharge.map(calendar.date))
        let before = try await Self.days(world, calendar)
        #expect(told.iso8601 == wanted[before.count])
        try await Self.pass(110 - after, in: world)
        #expect(try await Self.days(world, calendar).prefix(4) == wanted[...])
        #expect(try await world.differences() == [])
    }

    @Test(
        "M-1: a new time zone of the organization moves, skips and duplicates no charge",
        arguments: [
            ("America/New_York", "Asia/Tokyo", 31), ("Pacific/Auckland", "America/Chicago", 1),
            ("America/Chicago", "Pacific/Kiritimati", 31), ("Pacific/Kiritimati", "Pacific/Pago_Pago", 1),
            ("Pacific/Pago_Pago", "Pacific/Kiritimati", 15), ("America/New_York", "Asia/Tokyo", 30),
            ("Europe/London", "Europe/Berlin", 30),
        ])
    func movedOrganization(from: String, to: String, day: Int) async throws {
        let calendar = try #require(LocalCalendar(timeZone: from))
        let today = try #require(CalendarDate(year: 2027, month: 1, day: day))
        let start = calendar.start(of: today).adding(seconds: 17 * 3600)
        let (world, _) = try await Self.world(from, at: start)
        defer { world.remove() }
        let id = try await world.giving.give(.to(recurring: true)).recurring ?? ""
        try await Self.pass(40, in: world)
        let moved = world.clock.now
        try await Self.move(world, to: to)
        #expect(try await world.calm.payments.settleDays() == 1)
        #expect(try await world.calm.payments.settleDays() == 0)
        let other = try #require(LocalCalendar(timeZone: to))
        let recurring = try #require(try await world.file.read { try $0.recurring(id) })
        #expect(recurring.dayOfMonth == day)
        try await Self.pass(70, in: world)
        let paid = try await world.file.read { try $0.gifts(GiftQuery(limit: 100)) }.reversed().compactMap(
            \.paidAt)
        let days = paid.map { ($0 < moved ? calendar : other).date(of: $0) }
        for (place, found) in days.enumerated() {
            let month = CalendarMonth(of: CalendarMonth(of: today).first.adding(months: place))
            #expect(found == min(month.first.adding(days: day - 1), month.days.upperBound))
        }
        #expect(days.count >= 4)
        #expect(recurring.nextCharge.map(other.date) == days.first { $0 > other.date(of: moved) })
    }

    /// Gives a monthly gift the form of earlier versions, in which the anchor is the second of its start.
    private static func makeOld(_ id: String, begun: Timestamp, in world: GivingWorld) async throws -> String
    {
        let found = try await world.file.read { transaction in
            try transaction.recurring(id)?.schedule.map { try transaction.schedule($0) }
        }
        let schedule = try #require(found ?? nil)
        let subscription = try #require(schedule.subscription)
        let anchor = MonthlyAnchor(begun).occurrence(1)
        _ = try await world.processor.update(
            subscription: subscription, Subscription.Update(trialEnd: anchor), key: IdempotencyKey("old"))
        try await world.file.write { transaction in
            var old = schedule
            (old.day, old.paidMonth, old.newestInvoice) = (nil, nil, nil)
            (old.anchor, old.nextCharge, old.dueAt) = (MonthlyAnchor(anchor), anchor, anchor)
            try transaction.save(old)
        }
        return schedule.id
    }

    @Test(
        "M-1: a monthly gift from an earlier version is moved to its day without an extra charge",
        arguments: [
            ("Asia/Tokyo", "2026-05-01T08:00:00+09:00", 9, ["2026-05-01", "2026-06-01", "2026-07-01"]),
            ("Pacific/Auckland", "2026-03-01T08:00:00+13:00", 9, ["2026-03-01", "2026-04-01", "2026-05-01"]),
            // Noticed after a charge on a wrong day, which counts toward its month.
            (
                "Asia/Tokyo", "2026-05-01T08:00:00+09:00", 34,
                ["2026-05-01", "2026-05-31", "2026-07-01", "2026-08-01"]
            ),
            (
                "America/Chicago", "2027-12-30T21:30:00-06:00", 3,
                ["2027-12-30", "2028-01-30", "2028-02-29", "2028-03-30"]
            ),
        ])
    func old(zone: String, start: String, after: Int, wanted: [String]) async throws {
        let begun = try #require(Timestamp(iso8601: start))
        let (world, calendar) = try await Self.world(zone, at: begun)
        defer { world.remove() }
        let id = try await world.giving.give(.to(recurring: true)).recurring ?? ""
        let schedule = try await Self.makeOld(id, begun: begun, in: world)
        world.clock.advance(seconds: Int64(after) * 86_400)
        // As the file's migration does.
        try await world.file.write { try $0.markSchedule(schedule) }
        #expect(try await world.calm.payments.settleDays() == 1)
        #expect(try await world.calm.payments.settleDays() == 0)
        try await Self.pass(120 - after, in: world)
        #expect(try await Self.days(world, calendar).prefix(wanted.count) == wanted[...])
        #expect(
            try await world.file.read { try $0.recurring(id) }?.dayOfMonth == calendar.date(of: begun).day)
        #expect(try await world.differences() == [])
        #expect(try await world.waitingTitles(about: id) == [], "the donor's day has not changed")
    }

    @Test(
        "M-1: after a crash while moving a day, the next run completes the move and charges nothing twice",
        arguments: [ProcessorFaultPlan.Fault.requestLost, .answerLost],
        [0, 600, 7200, 20 * 86_400] as [Int64])
    func diesWhileMoving(fault: ProcessorFaultPlan.Fault, pause: Int64) async throws {
        let rules = (1...3).map { ProcessorFaultPlan.Rule(.updateSubscription, $0, fault) }
        let begun = try #require(Timestamp(iso8601: "2027-01-14T12:00:00Z"))
        let (world, calendar) = try await Self.world("UTC", at: begun) {
            FaultyProcessor($0, ProcessorFaultPlan(rules: rules)) { _ in }
        }
        defer { world.remove() }
        let id = try await world.giving.give(.to(recurring: true)).recurring ?? ""
        world.clock.advance(seconds: 20 * 86_400)
        let error = await #expect(throws: PaymentError.self) { try await world.giving.change(id, .day(20)) }
        #expect(error?.code == .outcomeUnknown)
        world.clock.advance(seconds: pause)
        _ = try await world.calm.payments.reconcile()
        #expect(try await world.file.read { try $0.openCalls(limit: 10) }.isEmpty)
        try await Self.pass(80, in: world)
        let paid = try await Self.days(world, calendar)
        // After weeks without tapctl, the charge was made on its old day, and February is paid.
        let isLate = pause > 86_400 && fault == .requestLost
        #expect(
            paid.prefix(4)
                == ["2027-01-14", isLate ? "2027-02-14" : "2027-02-20", "2027-03-20", "2027-04-20"][
                    ..<min(4, paid.count)])
        #expect(paid.count >= 3)
        #expect(try await world.differences() == [])
    }

    @Test("M-1: a day chosen at the processor becomes the monthly gift's day")
    func chosenElsewhere() async throws {
        let begun = try #require(Timestamp(iso8601: "2027-01-05T12:00:00Z"))
        let (world, calendar) = try await Self.world("Pacific/Auckland", at: begun)
        defer { world.remove() }
        let id = try await world.giving.give(.to(recurring: true)).recurring ?? ""
        let subscription = try #require(
            try await world.processor.subscriptions(ListQuery(limit: 1)).data.first)
        let twentieth = try #require(Timestamp(iso8601: "2027-02-19T20:00:00Z"))
        _ = try await world.processor.update(
            subscription: subscription.id, Subscription.Update(trialEnd: twentieth),
            key: IdempotencyKey("elsewhere"))
        try await Self.pass(5, in: world)
        #expect(try await world.file.read { try $0.recurring(id) }?.dayOfMonth == 20)
        try await Self.pass(105, in: world)
        #expect(
            try await Self.days(world, calendar).prefix(4) == [
                "2027-01-06", "2027-02-20", "2027-03-20", "2027-04-20",
            ])
    }

    @Test("M-1: a gift paused over its day continues on the same day of the next month")
    func paused() async throws {
        let begun = try #require(Timestamp(iso8601: "2027-01-30T21:00:00Z"))
        let (world, calendar) = try await Self.world("Pacific/Auckland", at: begun)
        defer { world.remove() }
        let id = try await world.giving.give(.to(recurring: true)).recurring ?? ""
        _ = try await world.giving.change(id, .pause(until: nil))
        try await Self.pass(40, in: world)
        #expect(
            try await world.giving.change(id, .resume).nextCharge.map(calendar.date)?.iso8601 == "2027-03-31")
        try await Self.pass(60, in: world)
        #expect(
            try await Self.days(world, calendar) == ["2027-01-31", "2027-03-31", "2027-04-30"])
    }
}
