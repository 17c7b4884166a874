import ArgumentParser
import DataFolderKit
import Dependents
import Documents
import MoneyKit

/// `tapctl dependent refund`: refunds a paid fee to the guardian.
struct DependentRefund: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "refund", abstract: "Refund a dependent's fee, whole or in part.",
        discussion: """
            EXAMPLES:
              tapctl dependent refund dep_husam                all that is left
              tapctl dependent refund dep_husam --amount 50

            The guardian gets the money back from the agency's account. A refunded fee is
            not charged again. Enroll the next fee under another id.
            """)

    @Argument(help: "The dependent's id.")
    var id: String

    @Option(help: ArgumentHelp("How much, as 50 or 50.00. (default: all that is left)", valueName: "amount"))
    var amount: String?

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let review = try await data.withData { data in
            let minor = try amount.map { try Money(typed: $0, in: .sar).minorUnits }
            return try await data.products.dependents.refund(id, amountMinor: minor)
        }
        try output.print(review.document) { columns(review.lines, style: $0) }
    }
}
