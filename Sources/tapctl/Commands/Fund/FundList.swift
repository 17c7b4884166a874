import ArgumentParser
import Giving
import MoneyKit
import TextKit

/// `tapctl fund list`: funds, with what they have got.
struct FundList: AsyncParsableCommand, PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the funds of one organization, or of all, with what they have got.",
        discussion: """
            EXAMPLES:
              tapctl fund list
              tapctl fund list --org WoodlandsChurch --format csv > funds.csv

            A fund has got its gifts less what went back, before any fee.
            """)

    @Option(help: ArgumentHelp("Only of this organization.", valueName: "id"))
    var org: String?

    @OptionGroup var sheet: SheetOptions
    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func validate() throws { try sheet.refuse(beside: output) }

    func run() async throws {
        let org = org
        let rows = try await data.withData(needsProcessor: false) { data in
            try await data.read { unit in
                let organizations =
                    try org.map { [try unit.knownOrganization($0)] } ?? unit.allOrganizations()
                return try organizations.flatMap { try unit.fundsWithTotals(of: $0) }
            }
        }
        if sheet.isWanted { return try sheet.print([Self.sheetHead] + rows.flatMap(Self.sheetLines)) }
        let isOfMany = Set(rows.map(\.fund.organization)).count > 1
        try output.print(.list(rows.map(Self.document), hasMore: false)) { style in
            guard !rows.isEmpty else { return "no funds; `tapctl fund add` makes one" }
            let head = ["fund", "name", "gifts less refunds", "gifts", "state"]
            let lines = rows.map { Self.row($0, style: style) }
            let shown = isOfMany ? zip(rows, lines).map { [$0.fund.organization] + $1 } : lines
            return table(
                [isOfMany ? ["org"] + head : head] + shown, numbers: ["gifts less refunds", "gifts"],
                shrinking: ["name"], style: style)
        }
    }

    private static func document(_ row: FundRow) -> JSONValue {
        row.fund.document.adding(
            "totals",
            .array(
                row.totals.map { total in
                    [
                        "amount_minor": .int(Int(total.amount.minorUnits)),
                        "currency": .string(total.amount.currency.code), "gifts": .int(total.gifts),
                    ]
                }))
    }

    private static func row(_ row: FundRow, style: Style) -> [String] {
        [
            row.fund.id, printable(row.fund.name), row.totals.map(\.amount.shown).joined(separator: ", "),
            String(row.totals.reduce(0) { $0 + $1.gifts }),
            row.fund.isOpen ? style.green("open") : style.yellow("closed"),
        ]
    }

    private static let sheetHead: [CSVLine.Field] = [
        "org", "fund", "name", "gifts_less_refunds", "currency", "gifts", "state",
    ]

    private static func sheetLines(_ row: FundRow) -> [[CSVLine.Field]] {
        let who: [CSVLine.Field] = [.text(row.fund.organization), .text(row.fund.id), .text(row.fund.name)]
        let state: CSVLine.Field = row.fund.isOpen ? "open" : "closed"
        guard !row.totals.isEmpty else { return [who + ["", "", .count(0), state]] }
        return row.totals.map { total in
            who + [.amount(total.amount), .text(total.amount.currency.code), .count(total.gifts), state]
        }
    }
}

/// A fund with what it has got, one total a currency.
private typealias FundRow = (fund: Fund, totals: [FundTotal])

extension DirectoryRecords where Self: GiftRecords {
    fileprivate func fundsWithTotals(of organization: Organization) throws -> [FundRow] {
        let totals = try fundTotals(ofOrganization: organization.id)
        return try funds(of: organization.id, limit: Fund.mostPerOrganization).map { fund in
            (fund, totals.filter { $0.fund == fund.id })
        }
    }
}
