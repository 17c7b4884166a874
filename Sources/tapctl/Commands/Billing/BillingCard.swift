import ArgumentParser
import DataFolderKit
import Giving
import Plans

/// `tapctl billing card`: another card pays from now on.
struct BillingCard: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "card", abstract: "Let another card pay from now on.",
        discussion: """
            EXAMPLES:
              tapctl billing card ann --method pm_card_mastercard

            A charge that is past due is tried with it at once.
            """)

    @Option(help: ArgumentHelp("The test payment method: pm_card_visa.", valueName: "method"))
    var method: String

    @OptionGroup var billing: BillingOptions

    var output: OutputOptions { billing.output }

    func validate() throws { try CardNumber.refuse(in: method) }

    func run() async throws {
        try await billing.print { try await $0.products.plans.change($1, .method(method)) }
    }
}
