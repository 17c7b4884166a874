import ArgumentParser
import DataFolderKit
import Plans

/// `tapctl billing status`: what somebody has.
struct BillingStatus: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show what somebody has, asked anew.",
        discussion: """
            EXAMPLES:
              tapctl billing status ann
              tapctl billing status ann --json | jq .active

            Where the processor does not answer, the last status stands, with its age.
            Whoever is not known has the free plan.
            """)

    @OptionGroup var billing: BillingOptions

    var output: OutputOptions { billing.output }

    func run() async throws {
        try await billing.print(needsProcessor: false) { try await $0.products.plans.refresh($1) }
    }
}
