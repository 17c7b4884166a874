import ArgumentParser
import DataFolderKit
import Documents
import Giving
import MoneyKit
import TextKit

/// `tapctl fund list`: funds, with what they have got.
struct FundList: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the funds of one organization, or of all, with what they have got.",
        discussion: """
            EXAMPLES:
              tapctl fund list
              tapctl fund list --org WoodlandsChurch --format csv > funds.csv

            Gifts less refunds do not include covered fees, and no fee is deducted.
            """)

    @Option(help: ArgumentHelp("Only of this organization.", valueName: "id"))
    var org: String?

    @OptionGroup var sheet: SheetOptions
    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func validate() throws { try sheet.refuse(beside: output) }

    func run() async throws {
        let rows = try await data.read { transaction in
            let organizations =
                try org.map { [try transaction.knownOrganization($0)] } ?? transaction.allOrganizations()
            return try organizations.flatMap { try transaction.fundsWithTotals(of: $0.id) }
        }
        if sheet.isWanted { return try sheet.print([Self.sheetHead] + rows.flatMap(Self.sheetLines)) }
        let isOfMany = Set(rows.map(\.fund.organization)).count > 1
        try output.print(.list(rows.map(\.document), hasMore: false)) { style in
            guard !rows.isEmpty else { return "no funds; `tapctl fund add` makes one" }
            let head = ["fund", "name", "gifts less refunds", "gifts", "state"]
            let lines = rows.map { Self.row($0, style: style) }
            let shown = isOfMany ? zip(rows, lines).map { [$0.fund.organization] + $1 } : lines
            return table(
                [isOfMany ? ["org"] + head : head] + shown, numbers: ["gifts less refunds", "gifts"],
                shrinking: ["name"], style: style)
        }
    }

    private static func row(_ row: FundWithTotals, style: Style) -> [String] {
        [
            row.fund.id, printable(row.fund.name), row.totals.map(\.amount.shown).joined(separator: ", "),
            String(row.totals.reduce(0) { $0 + $1.gifts }),
            row.fund.isOpen ? style.green("open") : style.yellow("closed"),
        ]
    }

    private static let sheetHead: [CSVLine.Field] = [
        "org", "fund", "name", "gifts_less_refunds", "currency", "gifts", "state",
    ]

    private static func sheetLines(_ row: FundWithTotals) -> [[CSVLine.Field]] {
        let who: [CSVLine.Field] = [.text(row.fund.organization), .text(row.fund.id), .text(row.fund.name)]
        let state: CSVLine.Field = row.fund.isOpen ? "open" : "closed"
        guard !row.totals.isEmpty else { return [who + ["", "", .count(0), state]] }
        return row.totals.map { total in
            who + [.amount(total.amount), .text(total.amount.currency.code), .count(total.gifts), state]
        }
    }
}
