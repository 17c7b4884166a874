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

/// M-2: subscriptions changed directly at the processor.
@Suite struct OutsideScheduleTests {
    /// Makes a world with a monthly gift and its subscription.
    private static func monthly(coversFee: Bool = false) async throws -> (
        world: GivingWorld, id: String, subscription: Subscription
    ) {
        let world = try await GivingWorld.make()
        let gift = try await world.calm.give(.to(recurring: true, coversFee: coversFee))
        try await world.settle()
        let id = try #require(gift.recurring)
        let schedule = try await world.recurring(id).schedule ?? ""
        let name = try #require(try await world.file.read { try $0.schedule(schedule)?.subscription })
        return (world, id, try await world.processor.subscription(name))
    }

    @Test(
        "a new amount is shown, announced and charged, and each gift has the amount it was charged",
        arguments: Notice.allCases, [false, true])
    func amount(by notice: Notice, coversFee: Bool) async throws {
        let (world, id, subscription) = try await Self.monthly(coversFee: coversFee)
        defer { world.remove() }
        let price = try await world.processor.create(
            Price.Create(
                product: subscription.price.product, unitAmount: 7_700, currency: .usd, interval: .month),
            key: world.outsideKey())
        _ = try await world.processor.update(
            subscription: subscription.id, Subscription.Update(price: price.id), key: world.outsideKey())
        try await world.hear(by: notice)
        let changed = try await world.recurring(id)
        #expect(changed.total == Money(7_700, .usd) && changed.coveredFeeMinor == 0)
        #expect(try await world.waitingTitles(about: id) == ["Monthly gift changed"])
        try await world.settle(seconds: 32 * 86_400)
        let gifts = try await world.file.read { try $0.gifts(GiftQuery(recurring: id)) }
        #expect(gifts.map(\.total.minorUnits) == [7_700, coversFee ? 5_180 : 5_000])
        #expect(gifts.allSatisfy { $0.receiptNumber != nil })
        #expect(try await world.problems() == [])
        #expect(try await world.differences() == [])
        #expect(try await world.waitingTitles(about: id).count == 1, "announced once")
    }

    @Test("a pause, a resumption and a cancellation are shown and announced", arguments: Notice.allCases)
    func pause(by notice: Notice) async throws {
        let (world, id, subscription) = try await Self.monthly()
        defer { world.remove() }
        func update(_ update: Subscription.Update) async throws -> RecurringGift {
            _ = try await world.processor.update(
                subscription: subscription.id, update, key: world.outsideKey())
            try await world.hear(by: notice)
            return try await world.recurring(id)
        }
        #expect(try await update(.init(pause: .paused(until: nil))).status == .paused)
        #expect(try await world.recurring(id).nextCharge == nil)
        #expect(try await update(.init(pause: .resumed)).status == .active)
        let until = world.clock.now.adding(seconds: 40 * 86_400)
        #expect(try await update(.init(pause: .paused(until: until))).pausedUntil == until)
        #expect(try await update(.init(pause: .resumed)).status == .active)
        #expect(try await update(.init(cancelAtPeriodEnd: true)).nextCharge == nil)
        #expect(try await update(.init(cancelAtPeriodEnd: false)).nextCharge != nil)
        _ = try await world.processor.cancel(subscription: subscription.id, key: world.outsideKey())
        try await world.hear(by: notice)
        #expect(try await world.recurring(id).status == .canceled)
        #expect(
            try await world.waitingTitles(about: id) == [
                "Monthly gift paused", "Monthly gift resumed", "Monthly gift paused", "Monthly gift resumed",
                "Monthly gift ends", "Monthly gift ended",
            ])
        #expect(try await world.differences() == [])
    }

    @Test("a new card is announced, and pays the next period")
    func card() async throws {
        let (world, id, subscription) = try await Self.monthly()
        defer { world.remove() }
        let method = try await world.processor.attach(
            "pm_card_mastercard", to: subscription.customer, key: world.outsideKey())
        _ = try await world.processor.update(
            subscription: subscription.id, Subscription.Update(defaultPaymentMethod: method.id),
            key: world.outsideKey())
        try await world.hear(by: .reading)
        #expect(try await world.waitingTitles(about: id) == ["Monthly gift changed"])
        let schedule = try await world.recurring(id).schedule ?? ""
        #expect(try await world.file.read { try $0.schedule(schedule) }?.methodChosenHere == nil)
        try await world.settle(seconds: 32 * 86_400)
        #expect(try await world.recurring(id).paidPeriods == 2)
        #expect(try await world.waitingTitles(about: id).count == 1)
    }

    @Test("a new day of the month is shown, announced once and charged", arguments: Notice.allCases)
    func day(by notice: Notice) async throws {
        let (world, id, subscription) = try await Self.monthly()
        defer { world.remove() }
        let fifteenth = try #require(Timestamp(iso8601: "2026-02-15T12:00:00Z"))
        _ = try await world.processor.update(
            subscription: subscription.id, Subscription.Update(trialEnd: fifteenth), key: world.outsideKey())
        try await world.hear(by: notice)
        let changed = try await world.recurring(id)
        #expect(changed.dayOfMonth == 15 && changed.nextCharge == fifteenth)
        for _ in 1...4 {
            try await world.settle(seconds: 20 * 86_400)
            try await world.hear(by: notice)
        }
        let gifts = try await world.file.read { try $0.gifts(GiftQuery(recurring: id)) }
        #expect(
            gifts.map { $0.paidAt?.date.iso8601 } == ["2026-03-15", "2026-02-15", "2026-01-04"])
        #expect(try await world.waitingTitles(about: id) == ["Monthly gift changed"])
        #expect(try await world.problems() == [])
        #expect(try await world.differences() == [])
    }

    @Test("a donor's own change sends no notice")
    func ours() async throws {
        let (world, id, _) = try await Self.monthly()
        defer { world.remove() }
        let changes: [RecurringChange] = [
            .amount("60"), .method("pm_card_mastercard"), .pause(until: nil), .resume, .day(20), .cancel,
        ]
        for change in changes {
            _ = try await world.calm.change(id, change)
            for notice in Notice.allCases { try await world.hear(by: notice) }
        }
        #expect(try await world.waitingTitles(about: id) == [])
    }

    @Test(
        "a period paid and refunded while the service was down is a refunded gift",
        arguments: Notice.allCases)
    func refundedPeriod(by notice: Notice) async throws {
        let (world, id, _) = try await Self.monthly()
        defer { world.remove() }
        world.clock.advance(seconds: 32 * 86_400)
        try await world.processor.advance()
        let intents = try await world.processor.paymentIntents(ListQuery(limit: 10)).data
        let intent = try #require(intents.first)
        _ = try await world.processor.create(
            Refund.Create(paymentIntent: intent.id, amount: 1_200), key: world.outsideKey())
        try await world.hear(by: notice)
        let gifts = try await world.file.read { try $0.gifts(GiftQuery(recurring: id)) }
        #expect(gifts.map(\.refundedMinor) == [1_200, 0])
        #expect(try await world.problems() == [])
        #expect(try await world.differences() == [])
    }
}

extension GivingWorld {
    func recurring(_ id: String) async throws -> RecurringGift {
        try #require(try await file.read { try $0.recurring(id) })
    }
}
