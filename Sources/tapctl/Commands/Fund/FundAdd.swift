import ArgumentParser
import DataFolderKit
import Documents
import Giving

/// `tapctl fund add`: one more fund.
struct FundAdd: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a fund; the first one is meant where a URL names none.",
        discussion: """
            EXAMPLES:
              tapctl fund add 12 --org WoodlandsChurch --name "Missions"
              tapctl fund add building --org WoodlandsChurch --name "New roof" --no-monthly
            """)

    @Argument(help: "Its id: 1 to 32 letters, digits, '.', '_' and '-'; text, never a number.")
    var id: String

    @Option(help: ArgumentHelp("The organization.", valueName: "id"))
    var org: String

    @Option(help: ArgumentHelp("The name that people see, in any script.", valueName: "name"))
    var name: String

    @Flag(inversion: .prefixedNo, help: "Takes single gifts.")
    var oneTime = true

    @Flag(inversion: .prefixedNo, help: "Takes monthly gifts.")
    var monthly = true

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let fund = try await data.write { transaction, now in
            try transaction.addFund(
                id, name: name, to: org, offersOneTime: oneTime, offersMonthly: monthly, at: now)
        }
        try output.print(fund.document) { _ in "\(fund.id)  \(printable(fund.name))  of \(fund.organization)"
        }
    }
}
