import Bookings
import DatabaseKit
import MoneyKit
import MoneyTestSupport
import Payees
import PaymentCore
import Processor
import ProcessorSimulator
import Testing
import TextKit
import TimeKit

/// A payee cannot work before its account is set up.
@Suite struct BookingGateTests {
    // B3-10, B3-11, B3-12
    @Test(
        "the gate is closed until the account is active",
        arguments: [
            (.complete, .active), (.pendingVerification, .pendingVerification), (.abandoned, .notSetUp),
            (.rejected, .failed("the processor needs more information or has rejected the account")),
        ] as [(Account.OnboardingOutcome, OnboardingStatus)])
    func gate(outcome: Account.OnboardingOutcome, status: OnboardingStatus) async throws {
        let world = try await BookingWorld.make(onboarding: outcome)
        defer { world.remove() }
        #expect(try await world.bookings.payees.onboarding(of: world.driver.id) == status)
        let isOpen = status == .active
        #expect(
            try await world.refusals() == (isOpen ? [] : Array(repeating: "payouts_setup_required", count: 6))
        )
    }

    @Test("payouts are not set up before the account is onboarded")  // B3-13
    func noAccount() async throws {
        let world = try await BookingWorld.make()
        defer { world.remove() }
        let profile = try await world.bookings.payees.enroll(named: "Nora New", timeZone: "UTC")
        #expect(try await world.bookings.payees.onboarding(of: profile.id) == .notSetUp)
        let first = try await world.bookings.payees.setUpPayouts(of: profile.id, in: .usd)
        #expect(first.account != nil)
        #expect(try await world.bookings.payees.setUpPayouts(of: profile.id, in: .usd) == first)
        #expect(try await world.bookings.payees.onboarding(of: profile.id) == .notSetUp)
    }

    // B3-44, B3-45
    @Test("a payee's account has a manual payout schedule, so nothing is paid out automatically")
    func manualPayouts() async throws {
        let world = try await BookingWorld.make()
        defer { world.remove() }
        let account = try await world.api("GET", "/v1/accounts/\(world.account)").tree
        let schedule = account["settings"]?["payouts"]?["schedule"]
        #expect(schedule?["interval"]?.string == "manual")
        try await world.completed()
        try await world.pass(days: 40)
        #expect(
            try await world.file.read { try $0.payouts(ofPayee: world.account, after: nil, limit: 9) }
                .isEmpty)
        #expect(try await world.ledger(.payee(world.account)) == -120_00)
    }

    @Test("an account event from the processor opens the gate")  // B3-36
    func told() async throws {
        let world = try await BookingWorld.make(onboarding: .pendingVerification)
        defer { world.remove() }
        _ = try await world.processor.completeOnboarding(world.account, .complete)
        #expect(try await world.bookings.payees.onboarding(of: world.driver.id) == .pendingVerification)
        // The event only triggers a lookup. A late or repeated event changes nothing.
        let events = try await world.processor.events(ListQuery(limit: 100)).data
            .filter { $0.type == "account.updated" }
        #expect(!events.isEmpty)
        for event in events + events.reversed() { try await world.bookings.payments.receive(event) }
        try await world.bookings.payments.workReceivedEvents()
        #expect(try await world.bookings.payees.onboarding(of: world.driver.id) == .active)
    }

    @Test("with the gate off, jobs are booked before the account is active")  // B3-56
    func switchedOff() async throws {
        let gate = PayeeGate(environment: ["ENABLE_STRIPE_CONNECT_REQUIREMENT": "false"])
        let world = try await BookingWorld.make(gate: gate, onboarding: .pendingVerification)
        defer { world.remove() }
        #expect(try await world.refusals() == [])
        let job = try await world.completed()
        // The money waits until the account can receive it.
        #expect(try await world.payout(job.id) == .pending)
        _ = try await world.processor.completeOnboarding(world.account, .complete)
        try await world.bookings.payments.refresh(payee: world.account)
        try await world.bookings.settleDue()
        #expect(try await world.payout(job.id) == .processing)
    }

    @Test("a payer can pay a quote even if the payee's account was rejected meanwhile")
    func payerIsNotGated() async throws {
        let world = try await BookingWorld.make()
        defer { world.remove() }
        let quote = try await world.quote()
        _ = try await world.processor.completeOnboarding(world.account, .rejected)
        try await world.bookings.payments.refresh(payee: world.account)
        #expect(
            try await world.bookings.pay(quote.id, method: "pm_card_visa", by: world.asPayer).job != nil)
    }

    @Test("an unknown payee is not found, and an unknown time zone is refused")
    func unknown() async throws {
        let world = try await BookingWorld.make()
        defer { world.remove() }
        var error = await #expect(throws: PayeeError.self) {
            try await world.bookings.payees.onboarding(of: "drv_none")
        }
        #expect(error?.code == .profileNotFound)
        error = await #expect(throws: PayeeError.self) {
            try await world.bookings.payees.enroll(named: "X", timeZone: "Mars/Base")
        }
        #expect(error?.code == .invalid)
    }
}

extension BookingWorld {
    /// Returns the error codes of refused operations of a payee.
    fileprivate func refusals() async throws -> [String] {
        let attempts: [() async throws -> Void] = [
            { _ = try await bookings.quote(request()) },
            { _ = try await bookings.jobs(ofPayee: driver.id) },
            { _ = try await bookings.payees.earnings(of: driver.id, in: .usd) },
            { _ = try await bookings.payees.history(of: driver.id) },
            { _ = try await bookings.payees.earned(by: driver.id, in: .today, .usd) },
            { _ = try await bookings.payees.earnings(of: driver.id, inYear: 2026, .usd) },
        ]
        var refusals: [String] = []
        for attempt in attempts {
            if let code = await code(attempt) { refusals.append(code) }
        }
        return refusals
    }
}
