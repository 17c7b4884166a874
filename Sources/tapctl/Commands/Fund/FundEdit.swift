import ArgumentParser
import DataFolderKit
import Documents
import Giving

/// `tapctl fund edit`: another name.
struct FundEdit: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Give a fund another name; its id stays.",
        discussion: """
            EXAMPLES:
              tapctl fund edit 12 --org WoodlandsChurch --name "World missions"

            Receipts that were issued keep the name of their day.
            """)

    @Argument(help: "The fund's id.")
    var id: String

    @Option(help: ArgumentHelp("The organization.", valueName: "id"))
    var org: String

    @Option(help: ArgumentHelp("The name that people see, in any script.", valueName: "name"))
    var name: String

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let fund = try await data.write { transaction, now in
            try transaction.renameFund(id, of: org, to: name, at: now)
        }
        try output.print(fund.document) { _ in "\(fund.id)  \(printable(fund.name))  of \(fund.organization)"
        }
    }
}
