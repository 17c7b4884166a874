import ArgumentParser
import DataFolderKit
import PaymentCore
import Plans

/// `tapctl billing change`: changes a subscription to another plan.
struct BillingChange: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "change", abstract: "Change a subscription to another plan.",
        discussion: """
            EXAMPLES:
              tapctl billing change org --plan growth_pro
              tapctl billing change ann --plan plus --annual

            A higher price takes effect at once, and the difference for the rest of the
            period is charged now. A lower price takes effect with the next period.
            Choosing the current plan again withdraws a pending change.
            """)

    @OptionGroup var choice: PlanChoiceOptions
    @OptionGroup var billing: BillingOptions

    var output: OutputOptions { billing.output }

    func run() async throws {
        let choice = choice.choice
        try await billing.print { try await $0.products.plans.changePlan(of: $1, to: choice) }
    }
}

/// The plan and price that a command names.
struct PlanChoiceOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The plan's id.", valueName: "id"))
    var plan: String?

    @Flag(help: "Pay for a year at a time.")
    var annual = false

    @Option(help: ArgumentHelp("Or a price from the catalog: price_...", valueName: "id"))
    var price: String?

    var choice: PlanChoice { plan.map { .plan($0, annual ? .year : .month) } ?? .price(price ?? "") }

    func validate() throws {
        if (plan == nil) == (price == nil) { throw ValidationError("Give --plan or --price.") }
        if annual, plan == nil { throw ValidationError("--annual needs --plan.") }
    }
}
