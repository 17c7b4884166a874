import ArgumentParser
import Plans

/// `tapctl billing`: who has which plan.
struct BillingCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "billing", abstract: "Sell plans, and lead subscriptions on.",
        subcommands: [
            BillingCheckout.self, BillingStatus.self, BillingCancel.self, BillingResume.self,
            BillingCard.self, BillingRestore.self, BillingCheck.self, BillingReport.self,
        ])
}

/// Whose plan it is, where it is kept, and how the answer is written.
struct BillingOptions: ParsableArguments {
    @Argument(help: "Who has the plan: any name or id.")
    var subscriber: String

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    /// Asks or changes something, and prints what the subscriber has then.
    func print(
        needsProcessor: Bool = true,
        _ work: @escaping @Sendable (DataFolder, String) async throws -> PlanStatus
    ) async throws {
        let subscriber = subscriber
        let status = try await data.withData(needsProcessor: needsProcessor) {
            try await work($0, subscriber)
        }
        try output.print(status.document) { columns(status.lines(style: $0), style: $0) }
    }
}
