import ArgumentParser
import DataFolderKit
import Plans

/// `tapctl billing restore`: all is read from the processor anew.
struct BillingRestore: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Give somebody what the processor says they have paid.",
        discussion: """
            EXAMPLES:
              tapctl billing restore ann

            Ends what a lost answer has left open. Ends with 75 when the processor does
            not answer.
            """)

    @OptionGroup var billing: BillingOptions

    var output: OutputOptions { billing.output }

    func run() async throws {
        try await billing.print { try await $0.products.plans.restore($1) }
    }
}
