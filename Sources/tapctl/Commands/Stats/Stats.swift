import ArgumentParser
import DataFolderKit
import Documents
import Giving

/// `tapctl stats`: counts by product and state, the share of declines, and what funds have got.
struct Stats: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "stats", abstract: "Count gifts, declines, contracts and payments.",
        discussion: """
            EXAMPLES:
              tapctl stats
              tapctl stats --org WoodlandsChurch --json

            The decline rate is the share of declined gifts in all that were tried to
            their end; more than 5 % is marked. What was refused before any card was tried,
            as a mistyped method, counts for neither. A fund's gifts less refunds do not
            include covered fees, and no fee is deducted. Contracts, and payments of each
            product, are counted by their state; with --org also those of its payees.
            """)

    @Option(help: ArgumentHelp("Of this organization alone.", valueName: "id"))
    var org: String?

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let stats = try await data.read { transaction in
            try ShownStats(of: org.map(transaction.knownOrganization), in: transaction)
        }
        try output.print(stats.document) { style in
            [stats.gifts.text(style: style), stats.products.text(style: style)].compactMap(\.self)
                .joined(separator: "\n\n")
        }
    }
}
