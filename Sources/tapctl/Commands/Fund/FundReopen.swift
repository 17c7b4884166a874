import ArgumentParser
import DataFolderKit
import Documents
import Giving

/// `tapctl fund reopen`: a closed fund takes gifts again.
struct FundReopen: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "reopen", abstract: "Open a fund again that was closed.",
        discussion: """
            EXAMPLES:
              tapctl fund reopen building --org WoodlandsChurch

            Where the organization has no other that is open, it is the one that is meant
            where a URL names none.
            """)

    @Argument(help: "The fund's id.")
    var id: String

    @Option(help: ArgumentHelp("The organization.", valueName: "id"))
    var org: String

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let fund = try await data.write { transaction, now in try transaction.reopenFund(id, of: org, at: now)
        }
        try output.print(fund.document) { _ in "\(fund.id)  \(printable(fund.name))  open" }
    }
}
