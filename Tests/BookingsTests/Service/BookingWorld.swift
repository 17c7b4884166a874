import Bookings
import DatabaseKit
import MoneyKit
import MoneyTestSupport
import Payees
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import TestSupport
import TextKit
import TimeKit

/// Bookings with a driver, their database, and the simulated processor, on a virtual clock.
struct BookingWorld: MoneyWorld {
    let bench: MoneyBench
    /// The service under test, with any faults between it and the processor.
    let bookings: BookingService
    /// The service without faults.
    let calm: BookingService
    /// The payee, whose account is set up.
    let driver: PayeeProfile

    static let payer = BookingPayer(id: "usr_1", name: "Ann Payer", email: "ann@example.org")

    /// The driver's account.
    var account: String { driver.account ?? "" }
    /// The driver as an actor.
    var asDriver: BookingActor { .payee(driver.id) }
    var asPayer: BookingActor { .payer(Self.payer.id) }

    static func make(
        seed: UInt64 = 1, rules: BookingRules = BookingRules(), gate: PayeeGate = PayeeGate(),
        onboarding: Account.OnboardingOutcome = .complete,
        timeZone: String = "America/Chicago",
        between: (any PaymentProcessor) -> any PaymentProcessor = { $0 }
    ) async throws -> BookingWorld {
        let bench = try MoneyBench(BookingMigrations.all, seed: seed)
        func service(over processor: any PaymentProcessor) -> BookingService {
            let policy = BookingPolicy(ids: bench.ids)
            let payments = PaymentDriver(
                database: bench.file, processor: processor,
                policy: PolicyTable([BookingPolicy.kind: policy]),
                clock: bench.clock.wallClock, ids: bench.ids, processing: .standard)
            return BookingService(
                payees: PayeeService(
                    payments: payments, gate: gate, clock: bench.clock.wallClock, ids: bench.ids),
                rules: rules)
        }
        let calm = service(over: bench.processor)
        let driver = try await calm.driver(on: bench.processor, onboarding, timeZone: timeZone)
        return BookingWorld(
            bench: bench, bookings: service(over: between(bench.processor)), calm: calm, driver: driver)
    }

    func request(
        _ minor: Int64 = 150_00, payee: String? = nil, address: String? = "1 Main Street",
        title: String = "A sofa to move"
    ) -> BookingRequest {
        BookingRequest(
            payee: payee ?? driver.id, payer: Self.payer, title: title, address: address,
            price: Money(minor, .usd))
    }

    func quote(_ minor: Int64 = 150_00) async throws -> BookingQuote {
        try await bookings.quote(request(minor))
    }

    /// Creates a paid job.
    func job(_ minor: Int64 = 150_00, method: String = "pm_card_visa", address: String? = "1 Main Street")
        async throws -> BookingJob
    {
        let quote = try await bookings.quote(request(minor, address: address))
        guard let job = try await bookings.pay(quote.id, method: method, by: asPayer).job else {
            preconditionFailure("\(method) makes no job")
        }
        return job
    }

    /// Creates a paid and completed job.
    @discardableResult func completed(
        _ minor: Int64 = 150_00, method: String = "pm_card_bypassPending",
        address: String? = "1 Main Street"
    ) async throws -> BookingJob {
        try await bookings.perform(
            .complete, on: job(minor, method: method, address: address).id, by: asDriver)
    }

    /// Returns the status of a job's payout.
    func payout(_ job: String) async throws -> PayoutStatus? {
        try await calm.jobs(ofPayee: driver.id, limit: 1000).first { $0.id == job }?.payoutStatus
    }

    /// Returns all jobs, newest first.
    func jobs() async throws -> [BookingJob] {
        try await file.read { try $0.all("SELECT body FROM booking_job ORDER BY id DESC") }
    }

    /// Advances the clock by days, and reconciles.
    func pass(days: Int64) async throws {
        clock.advance(seconds: days * 86_400)
        _ = try await calm.payments.reconcile()
    }

    /// Returns the held amount of each payment, in minor units.
    func held() async throws -> [Int64] {
        try await file.read { try $0.balances(prefix: "held:") }.map { -$0.amount.minorUnits }
    }

    /// Returns the problems of the books and the jobs.
    func problems() async throws -> [String] {
        var problems = try await file.read { try $0.ledgerCheck().problems }
        problems += try await held().filter { $0 < 0 }.map { "\($0) is held" }
        let payments = try await file.read { try $0.payments(in: nil, after: nil, limit: 1000) }
        let paid = payments.filter { $0.state == .succeeded }.map(\.id)
        let booked = try await jobs().map(\.payment)
        if paid.sorted() != booked.sorted() { problems.append("paid \(paid), but jobs of \(booked)") }
        return problems
    }
}

extension BookingService {
    /// Enrolls a payee, and onboards its account with an outcome.
    func driver(
        on processor: SimulatedProcessor, _ onboarding: Account.OnboardingOutcome = .complete,
        timeZone: String = "America/Chicago"
    ) async throws -> PayeeProfile {
        let enrolled = try await payees.enroll(named: "Dan Driver", timeZone: timeZone)
        let profile = try await payees.setUpPayouts(of: enrolled.id, in: .usd)
        guard let account = profile.account else { return profile }
        _ = try await processor.completeOnboarding(account, onboarding)
        try await payments.refresh(payee: account)
        return profile
    }
}

extension PayeeService {
    /// Enrolls a payee without an account.
    func enroll(named name: String, timeZone: String) async throws -> PayeeProfile {
        try await database.write { try enroll(named: name, timeZone: timeZone, in: $0) }
    }
}

extension BookingWorld {
    /// Returns the processor's response to an API request.
    func api(_ method: String, _ path: String, _ body: String = "") async throws -> (
        status: Int, tree: JSONTree
    ) {
        let answer = await processor.exchange(
            APIRequest(method: method, path: path, body: Array(body.utf8), apiKey: "sk_test_bookings"))
        return (answer.status, try JSONTree(answer.body))
    }
}

extension JSONTree {
    /// The member of this name, or nil.
    subscript(name: String) -> JSONTree? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == name }?.value
    }
}

/// Returns the error code that an operation is refused with, or nil if it succeeds.
func code(_ work: () async throws -> Void) async -> String? {
    do {
        try await work()
        return nil
    } catch let error as BookingError {
        return error.code.rawValue
    } catch let error as PayeeError {
        return error.code.rawValue
    } catch {
        return "\(error)"
    }
}
