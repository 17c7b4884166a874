import ArgumentParser
import Contracts
import DataFolderKit
import Documents
import PaymentCore
import StaffAccess

/// `tapctl contract pay`: pays a contract or one of its milestones.
struct ContractPay: ChangesContract {
    static let configuration = CommandConfiguration(
        commandName: "pay", abstract: "Pay a contract or a milestone on the simulated processor.",
        discussion: """
            EXAMPLES:
              tapctl contract pay con_01jd3x0... --method pm_card_visa
              tapctl contract pay con_01jd3x0... --milestone 2 --method pm_card_visa

            The contract sets the amount. Repeating the command with the same
            --idempotency-key within 24 hours never charges twice. Exits with 77 if the
            payment is declined, or if the bank asks for confirmation: respond with
            --challenge, in the same run or in a later one.
            """)

    @Option(help: "The test payment method, such as pm_card_visa.")
    var method: String

    @Option(
        help: ArgumentHelp(
            "The milestone, counted from 1. (default: the first or only payment)", valueName: "number"))
    var milestone: Int?

    @Option(
        help: ArgumentHelp(
            "A key for this payment; repeating the command with the same key within 24 hours never charges twice.",
            valueName: "key"))
    var idempotencyKey: String?

    @OptionGroup var challenge: ChallengeOptions
    @OptionGroup var contract: ContractOptions

    var action: AuditLogAction { .payContract }

    func run() async throws {
        let (id, number, challenge) = (contract.id, milestone ?? 1, challenge.outcome)
        let (paid, payment) = try await contract.data.withData { data in
            let contracts = data.products.contracts
            // A payment that awaits the payer's authentication is not charged again.
            if let challenge, let waiting = try await data.waiting(for: id, number) {
                try await data.play(challenge, forPayment: waiting.id)
                return (try await contracts.contract(id), try await data.known(waiting))
            }
            let (paid, payment) = try await contracts.pay(
                .instalment(contract: id, number: number), method: method, key: idempotencyKey)
            guard let challenge, payment.state == .requiresAction else { return (paid, payment) }
            try await data.play(challenge, forPayment: payment.id)
            return (try await contracts.contract(id), try await data.known(payment))
        }
        try output.print(paid)
        try Terminal.end(with: CommandError(unpaid: payment))
    }
}

extension DataFolder {
    /// Returns the payment of an installment if the payment is waiting for the payer's authentication;
    /// otherwise nil.
    fileprivate func waiting(for contract: String, _ number: Int) async throws -> Payment? {
        let contract = try await products.contracts.contract(contract)
        guard let id = contract.instalment(number)?.payment else { return nil }
        let payment = try await read { try $0.payment(id) }
        return payment?.state == .requiresAction ? payment : nil
    }
}
