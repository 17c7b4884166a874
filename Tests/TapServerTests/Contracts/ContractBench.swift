import Contracts
import DatabaseKit
import MoneyKit
import MoneyTestSupport
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import TapServer
import TimeKit
import TokenKit

/// The pages of contracts without a socket, over a file, the simulated processor and a virtual clock.
struct ContractBench: Sendable {
    let money: MoneyBench
    let service: ContractService
    let site: ContractController
    private let payee: String

    static func with<Value>(
        wallet: WalletDevice = WalletDevice(), _ body: (ContractBench) async throws -> Value
    ) async throws -> Value {
        let money = try MoneyBench(ContractMigrations.all, seed: 1)
        defer { money.remove() }
        return try await body(ContractBench(money, wallet))
    }

    private init(_ money: MoneyBench, _ wallet: WalletDevice) async throws {
        let driver = PaymentDriver(
            database: money.file, processor: money.processor,
            policy: PolicyTable([
                ContractPolicy.kind: ContractPolicy(ids: money.ids)
            ]),
            clock: money.clock.wallClock, ids: money.ids, processing: .standard)
        let made = try await driver.makePayee(named: "Builder", currency: .usd, reference: "builder")
        _ = try await money.processor.completeOnboarding(made.id, .complete)
        try await driver.refresh(payee: made.id)
        service = ContractService(
            payments: driver, clock: money.clock.wallClock, ids: money.ids,
            root: LinkToken(random: money.random))
        self.money = money
        payee = made.id
        site = ContractController(service: service, wallet: .apple(wallet, money.processor)) {
            payment, isPassed in
            let intent = try await money.file.read { try $0.payment(payment)?.intent } ?? ""
            // A card that is declined after all shows in the payment.
            _ = try? await money.processor.challenge(intent, isPassed ? .passed : .failed)
            try await driver.refresh(payment: payment)
        }
    }

    /// A contract that is sent.
    ///
    /// - Returns: The contract, and the path of its link.
    func sent(
        _ structure: PaymentStructure = .upfront, title: String = "Kitchen", total: String = "50000"
    ) async throws -> (contract: Contract, link: String) {
        var form = ContractForm()
        (form.payee, form.payeeName, form.payerName) = (payee, "Builder", "A Client")
        (form.payerEmail, form.title, form.description) = ("client@example.org", title, "As agreed")
        (form.startDate, form.endDate, form.deliverables) = ("2026-03-01", "2026-04-30", ["It"])
        (form.total, form.structure) = (total, structure)
        let made = try await service.create(form, sends: true)
        return (made.contract, "/pay/\(made.link?.text ?? "")")
    }

    func pay(_ link: String, by card: String = "pm_card_visa") async -> Page {
        await site.send(link, ["method": card])
    }
}
