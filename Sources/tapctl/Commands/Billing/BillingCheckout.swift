import ArgumentParser
import DataFolderKit
import DisplayKit
import Documents
import Giving
import PaymentCore
import Plans
import Processor
import StaffAccess

/// `tapctl billing checkout`: buys a plan.
struct BillingCheckout: UsesBilling, ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "checkout", abstract: "Buy a plan on the simulated processor.",
        discussion: """
            EXAMPLES:
              tapctl billing checkout ann --plan plus --method pm_card_visa \\
                  --name "Ann Example" --email ann@example.org
              tapctl billing checkout org --plan starter_pro --annual \\
                  --promotion SPRING --method pm_card_visa --email office@example.org

            The first month or year is charged now, and each later period when it begins.
            Repeating the command with the same --idempotency-key never buys twice. Exits
            with 77 if the first period was not paid. If the bank asks for confirmation,
            use --challenge to respond, in the same run or in a later one.
            """)

    @OptionGroup var choice: PlanChoiceOptions

    @Option(help: "The test payment method, such as pm_card_visa.")
    var method: String

    @Option(help: "The payer's name. (default: the subscriber)")
    var name: String?

    @Option(help: ArgumentHelp("The e-mail address for receipts.", valueName: "address"))
    var email: String

    @Option(
        help: ArgumentHelp(
            "A key for this purchase; repeating the command with the same key never buys twice.",
            valueName: "key"))
    var idempotencyKey: String?

    @Option(help: ArgumentHelp("A promotion code.", valueName: "code"))
    var promotion: String?

    @OptionGroup var challenge: ChallengeOptions
    @OptionGroup var billing: BillingOptions

    var action: AuditLogAction { .checkOutPlan }

    func validate() throws {
        for text in [method, name, email, promotion] { try CardNumber.refuse(in: text) }
        if let flaw = name.flatMap({ DisplayText.flaw(in: $0, atMost: DisplayText.longestName) }) {
            throw ValidationError("--name \(flaw.summary): \(flaw.remedy).")
        }
        if let flaw = DisplayText.flaw(in: billing.subscriber, atMost: BillingOptions.most) {
            throw ValidationError("The subscriber \(flaw.summary): \(flaw.remedy).")
        }
        guard EmailAddress(email) != nil else {
            throw ValidationError("--email must be an e-mail address, such as name@example.org.")
        }
    }

    func run() async throws {
        let subscriber = billing.subscriber
        let payer = Payer(name: name ?? subscriber, email: email, phone: nil, client: nil)
        let status = try await billing.data.withData(making: true) { data in
            let status = try await data.products.plans.checkout(
                choice.choice, for: subscriber, by: payer, method: method, promotionCode: promotion,
                key: idempotencyKey)
            guard let outcome = challenge.outcome else { return status }
            return try await data.play(outcome, forPlanOf: subscriber)
        }
        try output.print(status)
        try Terminal.end(with: CommandError(unbought: status))
    }
}
