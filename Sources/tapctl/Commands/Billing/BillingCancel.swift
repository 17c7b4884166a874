import ArgumentParser
import DataFolderKit
import Plans

/// `tapctl billing cancel`: a subscription ends.
struct BillingCancel: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: "Let a subscription end with the period that is paid.",
        discussion: """
            EXAMPLES:
              tapctl billing cancel ann
              tapctl billing cancel ann --now      ends at once; nothing is refunded
            """)

    @Flag(help: "End it at once.")
    var now = false

    @OptionGroup var billing: BillingOptions

    var output: OutputOptions { billing.output }

    func run() async throws {
        try await billing.print {
            try await $0.products.plans.change($1, now ? .cancelNow : .cancelAtPeriodEnd)
        }
    }
}
