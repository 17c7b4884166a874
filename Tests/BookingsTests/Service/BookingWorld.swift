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

/// Bookings over a driver, their file, and the simulated processor, on a virtual clock.
struct BookingWorld: MoneyWorld {
    let bench: MoneyBench
    /// With what stands between it and the processor.
    let bookings: BookingService
    /// With nothing in between.
    let calm: BookingService
    /// Does the work; its account is set up.
    let driver: PayeeProfile

    static let payer = BookingPayer(id: "usr_1", name: "Ann Payer", email: "ann@example.org")

    /// The account of the driver.
    var account: String { driver.account ?? "" }
    /// The driver, and whoever pays.
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

    /// A job that is paid.
    func job(_ minor: Int64 = 150_00, method: String = "pm_card_visa", address: String? = "1 Main Street")
        async throws -> BookingJob
    {
        let quote = try await bookings.quote(request(minor, address: address))
        guard let job = try await bookings.pay(quote.id, method: method, by: asPayer).job else {
            preconditionFailure("\(method) makes no job")
        }
        return job
    }

    /// A job that is paid and completed.
    @discardableResult func completed(
        _ minor: Int64 = 150_00, method: String = "pm_card_bypassPending",
        address: String? = "1 Main Street"
    ) async throws -> BookingJob {
        try await bookings.perform(
            .complete, on: job(minor, method: method, address: address).id, by: asDriver)
    }

    /// Where a job's payout stands.
    func payout(_ job: String) async throws -> PayoutStatus? {
        try await calm.jobs(ofPayee: driver.id, limit: 1000).first { $0.id == job }?.payoutStatus
    }

    /// All jobs, the newest first.
    func jobs() async throws -> [BookingJob] {
        try await file.read { try $0.all(BookingJob.self, "SELECT body FROM booking_job ORDER BY id DESC") }
    }

    /// Lets days pass, and reads what the processor tells.
    func pass(days: Int64) async throws {
        clock.advance(seconds: days * 86_400)
        _ = try await calm.payments.reconcile()
    }

    /// What is held of all payments, in minor units.
    func held() async throws -> [Int64] {
        try await file.read { try $0.balances(prefix: "held:") }.map { -$0.amount.minorUnits }
    }

    /// What is wrong with the books and the jobs.
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
    /// Somebody who does jobs, and whose account is as far as this.
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
    /// Somebody who is paid for work, without an account.
    func enroll(named name: String, timeZone: String) async throws -> PayeeProfile {
        try await database.write { try enroll(named: name, timeZone: timeZone, in: $0) }
    }
}

extension BookingWorld {
    /// The processor's response to an API request.
    func api(_ method: String, _ path: String, _ body: String = "") async throws -> (
        status: Int, tree: JSONTree
    ) {
        let answer = await processor.exchange(
            APIRequest(method: method, path: path, body: Array(body.utf8), apiKey: "sk_test_bookings"))
        return (answer.status, try JSONTree(answer.body))
    }
}

extension JSONTree {
    /// The member of this name; nil if there is none.
    subscript(name: String) -> JSONTree? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == name }?.value
    }
}

/// With which code something is refused; nil where it is not.
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
