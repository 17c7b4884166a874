import Bookings
import Contracts
import DatabaseKit
import MoneyKit
import MoneyTestSupport
import Payees
import PaymentCore
import Processor
import ProcessorClient
import ProcessorServer
import ProcessorSimulator
import SimulationKit
import TapServer
import TimeKit
import TokenKit

/// The pages of bookings and of payees without a socket, over a file, the simulated processor and a virtual
/// clock.
struct WorkBench: Sendable {
    let money: MoneyBench
    let bookings: BookingService
    /// The pages on which quotes are paid.
    let site: BookingController
    /// The pages on which payees set up payouts and see their earnings.
    let payeeSite: PayeeController
    /// The payee of the booking.
    let payee: PayeeProfile

    static func with<Value>(
        isOnboarded: Bool = true, wallet: WalletDevice = WalletDevice(),
        faults: [ProcessorFaultPlan.Rule] = [],
        _ body: (WorkBench) async throws -> Value
    ) async throws -> Value {
        let money = try MoneyBench(BookingMigrations.all + ContractMigrations.own, seed: 1)
        defer { money.remove() }
        return try await body(WorkBench(money, isOnboarded, wallet, faults))
    }

    private init(
        _ money: MoneyBench, _ isOnboarded: Bool, _ wallet: WalletDevice, _ faults: [ProcessorFaultPlan.Rule]
    ) async throws {
        self.money = money
        let service = Self.service(
            money, over: FaultyProcessor(money.processor, ProcessorFaultPlan(rules: faults)) { _ in })
        let driver = service.payments
        bookings = BookingService(payees: service)
        let made = try await money.file.write {
            try service.enroll(named: "Dana Driver", timeZone: "America/Chicago", in: $0)
        }
        if isOnboarded {
            let account = try await service.setUpPayouts(of: made.id, in: .usd).account ?? ""
            _ = try await money.processor.completeOnboarding(account, .complete)
            try await driver.refresh(payee: account)
        }
        payee = try await service.profile(made.id)
        let answer: @Sendable (String, Bool) async throws -> Void = { payment, isPassed in
            let intent = try await money.file.read { try $0.payment(payment)?.intent } ?? ""
            // A card that is declined after all shows in the payment.
            _ = try? await money.processor.challenge(intent, isPassed ? .passed : .failed)
            try await driver.refresh(payment: payment)
        }
        let contracts = ContractService(
            payments: driver, clock: money.clock.wallClock, ids: money.ids,
            root: LinkToken(random: money.random))
        site = BookingController(
            service: bookings, wallet: .apple(wallet, money.processor),
            others: ContractController(service: contracts, answerBank: answer),
            answerBank: answer)
        payeeSite = PayeeController(
            service: service,
            processor: .simulated { account, outcome in
                let outcome = Account.OnboardingOutcome(rawValue: outcome.rawValue) ?? .abandoned
                _ = try await money.processor.completeOnboarding(account, outcome)
            })
    }

    private static func service(_ money: MoneyBench, over processor: any PaymentProcessor) -> PayeeService {
        let driver = PaymentDriver(
            database: money.file, processor: processor,
            policy: PolicyTable([
                BookingPolicy.kind: BookingPolicy(ids: money.ids)
            ]),
            clock: money.clock.wallClock, ids: money.ids, processing: .standard)
        return PayeeService(payments: driver, clock: money.clock.wallClock, ids: money.ids)
    }

    /// The payees' service over the processor's HTTP API, without a socket.
    func deskOverAPI() -> PayeeService {
        Self.service(
            money,
            over: ProcessorClient(
                transport: SimulatorTransport(processor: money.processor), retryPolicy: .none))
    }

    /// A link to something, of a token that is drawn.
    private func link(to kind: PageLink.Kind, _ id: String) async throws -> String {
        let token = LinkToken(random: money.random)
        try await money.file.write { try $0.save(PageLink(hash: token.hash, to: kind, id)) }
        return token.text
    }

    /// The path of the payee's link.
    func ownLink() async throws -> String { "/-/payee/\(try await link(to: .payee, payee.id))" }

    /// A quote, and the path of its link.
    func quoted(_ minor: Int64 = 150_00, title: String = "Move a piano", address: String? = "1 Main Street")
        async throws -> (quote: BookingQuote, link: String)
    {
        let quote = try await bookings.quote(
            BookingRequest(
                payee: payee.id, payer: BookingPayer(id: "usr_1", name: "Ann", email: "ann@example.org"),
                title: title, address: address, price: Money(minor, .usd)))
        return (quote, "/pay/\(try await link(to: .bookingQuote, quote.id))")
    }

    func pay(_ link: String, by card: String = "pm_card_visa") async -> Page {
        await site.send(link, ["method": card])
    }

    /// The job of a quote; nil before it is paid.
    func job(of quote: BookingQuote) async throws -> BookingJob? {
        let payment = try await bookings.quote(quote.id, for: .platform).payment
        return try await money.file.read { transaction in
            try payment.flatMap { try transaction.bookingJob(ofPayment: $0) }
        }
    }
}
