import ArgumentParser
import DataFolderKit
import Plans

/// `tapctl billing resume`: a subscription that was cancelled goes on.
struct BillingResume: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Let a canceled subscription go on after all.",
        discussion: """
            EXAMPLES:
              tapctl billing resume ann

            As long as the period that is paid has not ended.
            """)

    @OptionGroup var billing: BillingOptions

    var output: OutputOptions { billing.output }

    func run() async throws {
        try await billing.print { try await $0.products.plans.change($1, .resume) }
    }
}
