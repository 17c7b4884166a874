import ArgumentParser
import DataFolderKit
import Documents
import Giving

/// `tapctl fund close`: no more gifts for a fund.
struct FundClose: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "close", abstract: "Close a fund: it takes no gifts, and is never taken for another.",
        discussion: """
            EXAMPLES:
              tapctl fund close building --org WoodlandsChurch
              tapctl fund close 12 --org WoodlandsChurch --default 13
            """)

    @Argument(help: "The fund's id.")
    var id: String

    @Option(help: ArgumentHelp("The organization.", valueName: "id"))
    var org: String

    @Option(
        name: .customLong("default"),
        help: ArgumentHelp("The fund that is meant from now on where none is named.", valueName: "id"))
    var successor: String?

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let fund = try await data.write { transaction, now in
            try transaction.closeFund(id, of: org, successor: successor, at: now)
        }
        try output.print(fund.document) { _ in "\(fund.id)  \(printable(fund.name))  closed" }
    }
}
