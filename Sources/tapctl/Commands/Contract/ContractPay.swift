import ArgumentParser
import Contracts
import PaymentCore

/// `tapctl contract pay`: the payer pays.
struct ContractPay: AsyncParsableCommand, PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "pay", abstract: "Pay a contract or a milestone on the simulated processor.",
        discussion: """
            EXAMPLES:
              tapctl contract pay con_01jd3x0... --method pm_card_visa
              tapctl contract pay con_01jd3x0... --milestone 2 --method pm_card_visa

            The amount is the contract's. Asked again under the same --idempotency-key
            within 24 hours, nothing is charged again. Ends with 77 when it was declined.
            """)

    @Option(help: ArgumentHelp("The test payment method: pm_card_visa.", valueName: "method"))
    var method: String

    @Option(
        help: ArgumentHelp("Which milestone, from 1 on. (default: the first payment)", valueName: "number"))
    var milestone: Int?

    @Option(help: ArgumentHelp("The same key charges once in 24 hours.", valueName: "key"))
    var idempotencyKey: String?

    @OptionGroup var contract: ContractOptions

    var output: OutputOptions { contract.output }

    func run() async throws {
        let target = PaymentTarget.instalment(contract: contract.id, number: milestone ?? 1)
        let (method, key) = (method, idempotencyKey)
        let (paid, payment) = try await contract.data.withData {
            try await $0.products.contracts.pay(target, method: method, key: key)
        }
        try output.print(paid)
        guard let refusal = CommandError(unpaid: payment) else { return }
        Talk.tell(refusal)
        throw refusal.exit
    }
}

extension CommandError {
    /// A payment that was not paid, as the end of a command; nil for one that was.
    fileprivate init?(unpaid payment: Payment) {
        guard payment.paidAt == nil else { return nil }
        guard let failure = payment.failure else {
            self.init(
                .tryAgain, code: "outcomeUnknown", "it is not paid yet",
                reason: "the payment is \(payment.state.rawValue)",
                remedy: "`tapctl payment reconcile` asks the processor; nothing is charged twice")
            return
        }
        self.init(
            .refused, code: failure.code, "it was not paid", reason: FailureCode.sentence(of: failure.code),
            remedy: PaymentFailure.sentenceForDonors)
    }
}
