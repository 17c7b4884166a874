import Bookings
import DatabaseKit
import MoneyKit
import MoneyTestSupport
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import Testing
import TextKit
import TimeKit

/// Bookings from the quote to the job: each payment has one job, and no job exists without a payment.
@Suite struct BookingPaymentTests {
    @Test("a paid quote creates its job together with the payment")  // B3-01, B3-02, B3-29, B3-53
    func paid() async throws {
        let world = try await BookingWorld.make()
        defer { world.remove() }
        let quote = try await world.quote()
        #expect(try await world.jobs() == [])
        #expect(try await world.processor.paymentIntents(ListQuery(limit: 9)).data.isEmpty)
        let paid = try await world.bookings.pay(quote.id, method: "pm_card_visa", by: world.asPayer)
        let job = try #require(paid.job)
        #expect(job.status == .confirmed)
        #expect(job.quote == quote.id)
        #expect(job.payment == paid.payment.id)
        #expect(paid.payment.form == .held(payee: world.account))
        #expect(paid.payment.total.minorUnits == 150_00)
        #expect(try await world.held() == [120_00])
        #expect(try await world.ledger(.feeRevenue) == -30_00)
        #expect(try await world.payout(job.id) == .pending)
        // The charge belongs to the platform alone. A separate transfer moves the payee's share later.
        let intent = try await world.processor.paymentIntent(#require(paid.payment.intent))
        #expect(intent.destination == nil && intent.onBehalfOf == nil && intent.applicationFeeAmount == nil)
        #expect(try await world.processor.transfers(to: world.account, ListQuery(limit: 9)).data.isEmpty)
        #expect(try await world.problems() == [])
    }

    // B3-29, B3-35, B3-38, X-20
    @Test("the event and the confirmation create one job, in any order and if repeated", arguments: 0..<7)
    func race(order: Int) async throws {
        let world = try await BookingWorld.make()
        defer { world.remove() }
        let quote = try await world.quote()
        let waiting = try await world.bookings.pay(
            quote.id, method: "pm_card_authenticationRequired", by: world.asPayer)
        #expect(waiting.job == nil)
        // The payer confirms on the bank's page, which is not reported yet.
        let intent = try #require(waiting.payment.intent)
        _ = try await world.processor.challenge(intent, .passed)
        #expect(try await world.jobs() == [])
        let events = try await world.processor.events(ListQuery(limit: 100)).data
        #expect(!events.isEmpty)
        let confirm: @Sendable () async throws -> Void = {
            _ = try await world.calm.confirm(quote.id, by: world.asPayer)
        }
        let bring: @Sendable ([ProcessorEvent]) async throws -> Void = { events in
            for event in events { try await world.calm.payments.receive(event) }
            try await world.calm.payments.workReceivedEvents()
        }
        switch order {
        case 0:
            try await confirm()
            #expect(try await world.jobs().count == 1)
            try await bring(events)
        case 1:
            try await bring(events)
            #expect(try await world.jobs().count == 1)
            try await confirm()
        case 2:
            try await bring(events.reversed())
            try await confirm()
            try await bring(events)
        case 3:
            try await bring(events + events)
            try await confirm()
            try await confirm()
        case 4:
            async let one: Void = confirm()
            async let other: Void = bring(events)
            async let third: Void = confirm()
            _ = try await (one, other, third)
        case 5:
            let succeeded = events.filter { $0.type == "payment_intent.succeeded" }
            #expect(succeeded.count == 1)
            try await bring(succeeded)
            #expect(try await world.jobs().map(\.status) == [.confirmed])
        default:
            _ = try await world.calm.payments.reconcile()
            try await confirm()
        }
        #expect(try await world.jobs().count == 1)
        #expect(try await world.file.read { try $0.payment(waiting.payment.id)?.state } == .succeeded)
        #expect(try await world.held() == [120_00])
        #expect(try await world.problems() == [])
    }

    // B3-02, B3-39
    @Test("a payment whose sheet was closed creates its job once the outcome is known")
    func silent() async throws {
        let plan = ProcessorFaultPlan(rules: (1...3).map { .init(.createIntent, $0, .answerLost) })
        let world = try await BookingWorld.make { FaultyProcessor($0, plan) { _ in } }
        defer { world.remove() }
        let quote = try await world.quote()
        let silent = try await world.bookings.pay(quote.id, method: "pm_card_visa", by: world.asPayer)
        #expect(silent.job == nil)
        // The payer does not know whether it was paid, closes the sheet, and pays again.
        try await world.bookings.abandon(quote.id, by: world.asPayer)
        let again = try await world.bookings.pay(quote.id, method: "pm_card_mastercard", by: world.asPayer)
        #expect(again.payment.id == silent.payment.id)
        #expect(try await world.bookings.confirm(quote.id, by: world.asPayer).job != nil)
        #expect(try await world.processor.paymentIntents(ListQuery(limit: 100)).data.count == 1)
        #expect(try await world.problems() == [])
    }

    @Test("a job and its charge are stored together or not at all")  // B3-02, X-27
    func sameUnit() async throws {
        let world = try await BookingWorld.make()
        defer { world.remove() }
        let quote = try await world.quote()
        // The transaction that books the charge cannot create the job.
        try await world.file.write { try $0.run("DELETE FROM booking_quote") }
        let saved = quote
        await #expect(throws: BookingError.self) {
            try await world.bookings.pay(saved.id, method: "pm_card_visa", by: world.asPayer)
        }
        #expect(try await world.held() == [])
        #expect(try await world.jobs() == [])
    }

    // B3-03, B3-54
    @Test("each booking uses a new card, and stores no customer or card")
    func freshCard() async throws {
        let world = try await BookingWorld.make()
        defer { world.remove() }
        for _ in 0..<2 { _ = try await world.job() }
        let intents = try await world.processor.paymentIntents(ListQuery(limit: 100)).data
        #expect(intents.count == 2)
        #expect(Set(intents.map(\.paymentMethod)).count == 2)
        for intent in intents {
            #expect(intent.customer == nil && intent.setupFutureUsage == nil)
            #expect(intent.paymentMethod?.hasPrefix("pm_") == true)
            let method = try await world.processor.paymentMethod(#require(intent.paymentMethod))
            #expect(method.customer == nil)
        }
        #expect(try await world.api("GET", "/v1/customers").tree["data"]?.elements.isEmpty == true)
        // Charges are created only through payment intents.
        let charges = try await world.api("GET", "/v1/charges").tree["data"]?.elements ?? []
        #expect(charges.compactMap { $0["payment_intent"]?.string }.sorted() == intents.map(\.id).sorted())
    }

    @Test("a second payment of a quote returns the first one")  // B3-33
    func twice() async throws {
        let world = try await BookingWorld.make()
        defer { world.remove() }
        let quote = try await world.quote()
        let first = try await world.bookings.pay(quote.id, method: "pm_card_visa", by: world.asPayer)
        world.clock.advance(seconds: 3_600)
        let second = try await world.bookings.pay(quote.id, method: "pm_card_mastercard", by: world.asPayer)
        #expect(second.payment.id == first.payment.id)
        #expect(second.job == first.job)
        #expect(try await world.held() == [120_00])
    }

    @Test("simultaneous payments of a quote make one payment and one job")  // B3-33
    func atOnce() async throws {
        let world = try await BookingWorld.make()
        defer { world.remove() }
        let quote = try await world.quote()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    _ = try await world.bookings.pay(quote.id, method: "pm_card_visa", by: world.asPayer)
                }
            }
            try await group.waitForAll()
        }
        #expect(try await world.jobs().count == 1)
        #expect(try await world.file.read { try $0.payments(in: nil, after: nil, limit: 9) }.count == 1)
        #expect(try await world.problems() == [])
    }

    // B3-02, B3-48
    @Test("a declined payment creates no job, and another card can be tried on the same payment")
    func declined() async throws {
        let world = try await BookingWorld.make()
        defer { world.remove() }
        let quote = try await world.quote()
        let first = try await world.bookings.pay(
            quote.id, method: "pm_card_visa_chargeDeclined", by: world.asPayer, key: "1")
        #expect(first.job == nil)
        #expect(first.payment.state == .requiresPaymentMethod)
        #expect(first.payment.failure?.isDecline == true)
        #expect(PaymentError(.declined).remedy == "Card declined. Please try another card or payment method.")
        // Time alone does not charge the card again.
        world.clock.advance(seconds: 1_000)
        _ = try await world.bookings.payments.reconcile()
        try await world.bookings.settleDue()
        #expect(try await world.processor.charges(ListQuery(limit: 9)).data.count == 1)
        #expect(try await world.jobs() == [])
        // A repeated request is not another attempt.
        let again = try await world.bookings.pay(
            quote.id, method: "pm_card_visa_chargeDeclined", by: world.asPayer, key: "1")
        #expect(again.payment.attempts == 1)
        let error = await #expect(throws: BookingError.self) {
            try await world.bookings.pay(quote.id, method: "pm_card_visa", by: world.asPayer, key: "1")
        }
        #expect(error?.code == .idempotencyConflict)
        let second = try await world.bookings.pay(
            quote.id, method: "pm_card_visa", by: world.asPayer, key: "2")
        #expect(second.payment.id == first.payment.id)
        #expect(second.payment.intent == first.payment.intent)
        #expect(second.job != nil)
        #expect(try await world.problems() == [])
    }

    @Test("closing the sheet leaves the quote open, creates no job, and is counted")  // B3-30
    func abandoned() async throws {
        let world = try await BookingWorld.make()
        defer { world.remove() }
        let quote = try await world.quote()
        try await world.bookings.abandon(quote.id, by: world.asPayer)
        #expect(try await world.bookings.abandon(quote.id, by: world.asPayer).abandonments == 2)
        #expect(try await world.jobs() == [])
        let paid = try await world.bookings.pay(quote.id, method: "pm_card_visa", by: world.asPayer)
        #expect(paid.job != nil)
        #expect(try await world.bookings.abandon(quote.id, by: world.asPayer).abandonments == 2)
        // The next attempt uses the existing payment.
        let other = try await world.quote()
        let declined = try await world.bookings.pay(
            other.id, method: "pm_card_visa_chargeDeclined", by: world.asPayer)
        try await world.bookings.abandon(other.id, by: world.asPayer)
        let second = try await world.bookings.pay(other.id, method: "pm_card_visa", by: world.asPayer)
        #expect(second.job != nil && second.payment.intent == declined.payment.intent)
    }

    @Test("a quote can be paid until it expires")
    func expires() async throws {
        let world = try await BookingWorld.make()
        defer { world.remove() }
        let early = try await world.quote()
        let late = try await world.quote()
        #expect(early.expires - early.created == 1_800)
        world.clock.advance(seconds: 1_799)
        #expect(
            try await world.bookings.pay(early.id, method: "pm_card_visa", by: world.asPayer).job != nil)
        world.clock.advance(seconds: 1)
        let error = await #expect(throws: BookingError.self) {
            try await world.bookings.pay(late.id, method: "pm_card_visa", by: world.asPayer)
        }
        #expect(error?.code == .quoteExpired)
        #expect(try await world.jobs().count == 1)
    }

    @Test("a payment whose response arrives after the quote expired still creates its job")  // B3-02, X-27
    func lateAnswer() async throws {
        let plan = ProcessorFaultPlan(rules: (1...3).map { .init(.createIntent, $0, .answerLost) })
        let world = try await BookingWorld.make { FaultyProcessor($0, plan) { _ in } }
        defer { world.remove() }
        let quote = try await world.quote()
        _ = try await world.bookings.pay(quote.id, method: "pm_card_visa", by: world.asPayer)
        try await world.pass(days: 2)
        #expect(try await world.jobs().map(\.quote) == [quote.id])
    }

    @Test("a payer cannot find another payer's quote, and its payee cannot pay, confirm or close it")
    func strangers() async throws {
        let world = try await BookingWorld.make()
        defer { world.remove() }
        let quote = try await world.quote()
        let actors: [(BookingActor, BookingError.Code)] = [
            (.payer("usr_2"), .quoteNotFound), (.payee("drv_2"), .quoteNotFound), (world.asDriver, .notYours),
        ]
        for (stranger, code) in actors {
            var error = await #expect(throws: BookingError.self) {
                try await world.bookings.pay(quote.id, method: "pm_card_visa", by: stranger)
            }
            #expect(error?.code == code)
            error = await #expect(throws: BookingError.self) {
                try await world.bookings.confirm(quote.id, by: stranger)
            }
            #expect(error?.code == code)
            error = await #expect(throws: BookingError.self) {
                try await world.bookings.abandon(quote.id, by: stranger)
            }
            #expect(error?.code == code)
        }
    }

    @Test(
        "an invalid booking gets no quote",
        arguments: [(0, "A sofa"), (-1, "A sofa"), (100, " ")] as [(Int64, String)])
    func notBookable(minor: Int64, title: String) async throws {
        let world = try await BookingWorld.make()
        defer { world.remove() }
        let error = await #expect(throws: BookingError.self) {
            try await world.bookings.quote(world.request(minor, title: title))
        }
        #expect(error?.code == .invalid)
    }
}
