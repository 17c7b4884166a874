import ArgumentParser
import DataFolderKit
import Documents
import Giving
import Plans

/// `tapctl billing`: who has which plan.
struct BillingCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "billing", abstract: "Sell plans and manage subscriptions.",
        subcommands: [
            BillingCheckout.self, BillingStatus.self, BillingChange.self, BillingCancel.self,
            BillingResume.self, BillingCard.self, BillingLink.self, BillingRestore.self, BillingWatch.self,
            BillingCheck.self, BillingReport.self,
        ])
}

/// Whose plan it is, where it is kept, and how the answer is written.
struct BillingOptions: ParsableArguments {
    @Argument(help: "Who has the plan: any name or id.", transform: BillingOptions.subscriber)
    var subscriber: String

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    /// The most characters of a name.
    private static let most = 128

    /// A name that can be kept: no number of a card, nothing that turns a line of a terminal around.
    private static func subscriber(_ text: String) throws -> String {
        guard (1...most).contains(text.count), printable(text) == text,
            text.contains(where: { !$0.isWhitespace })
        else { throw ValidationError("A subscriber has 1 to \(most) visible characters.") }
        try CardNumber.refuse(in: text)
        return text
    }

    /// Asks or changes something, and prints what the subscriber has then.
    func print(
        making: Bool = false, needsProcessor: Bool = true,
        _ work: @escaping @Sendable (DataFolder, String) async throws -> PlanStatus
    ) async throws {
        let status = try await data.withData(making: making, needsProcessor: needsProcessor) {
            try await work($0, subscriber)
        }
        try output.print(status.document) { columns(status.lines(style: $0), style: $0) }
    }
}
