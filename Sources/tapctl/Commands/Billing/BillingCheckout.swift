import ArgumentParser
import Giving
import PaymentCore
import Plans
import TextKit

/// `tapctl billing checkout`: a plan is bought.
struct BillingCheckout: AsyncParsableCommand, PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "checkout", abstract: "Buy a plan on the simulated processor.",
        discussion: """
            EXAMPLES:
              tapctl billing checkout ann --plan plus --method pm_card_visa \\
                  --name "Ann Example" --email ann@example.org

            The first month is charged now, and the next ones on the same day. What it
            costs is the catalogue's. The same --idempotency-key answers the same
            subscription. Ends with 77 when the card is declined.
            """)

    @Option(help: ArgumentHelp("The plan's id.", valueName: "id"))
    var plan: String?

    @Option(help: ArgumentHelp("Or a price of the catalogue: price_...", valueName: "id"))
    var price: String?

    @Option(help: ArgumentHelp("The test payment method: pm_card_visa.", valueName: "method"))
    var method: String

    @Option(help: ArgumentHelp("Who pays. (default: the subscriber)", valueName: "name"))
    var name: String?

    @Option(help: ArgumentHelp("Where receipts go.", valueName: "address"))
    var email: String

    @Option(help: ArgumentHelp("The same key buys once.", valueName: "key"))
    var idempotencyKey: String?

    @OptionGroup var billing: BillingOptions

    var output: OutputOptions { billing.output }

    func validate() throws {
        if (plan == nil) == (price == nil) { throw ValidationError("Give --plan or --price.") }
        for text in [method, name, email] { try CardNumber.refuse(in: text) }
        if let problem = name.flatMap({ LineText.problem(in: $0, most: 100) }) {
            throw ValidationError("--name \(problem).")
        }
        guard EmailAddress(email) != nil else {
            throw ValidationError("--email takes an address, as in someone@example.org.")
        }
    }

    func run() async throws {
        let choice: PlanChoice = plan.map { .plan($0) } ?? .price(price ?? "")
        let payer = Payer(name: name ?? billing.subscriber, email: email, phone: nil, client: nil)
        let (method, key) = (method, idempotencyKey)
        try await billing.print(making: true) { data, subscriber in
            try await data.products.plans.checkout(
                choice, for: subscriber, by: payer, method: method, key: key)
        }
    }
}
