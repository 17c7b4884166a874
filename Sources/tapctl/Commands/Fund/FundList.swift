import ArgumentParser
import Giving
import MoneyKit

/// `tapctl fund list`: the funds of an organization, with what they have got.
struct FundList: AsyncParsableCommand, PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the funds of an organization, with what they have got.",
        discussion: """
            EXAMPLES:
              tapctl fund list --org WoodlandsChurch

            A fund has got its gifts less what went back, before any fee.
            """)

    @Option(help: ArgumentHelp("The organization.", valueName: "id"))
    var org: String

    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let org = org
        let (funds, totals) = try await data.withData { data in
            let shown = try await data.organization(org)
            let id = shown.organization.id
            return (shown.funds, try await data.read { try $0.fundTotals(ofOrganization: id) })
        }
        let rows = funds.map { fund in (fund, totals.filter { $0.fund == fund.id }) }
        try output.print(.list(rows.map(Self.document), hasMore: false)) { style in
            guard !rows.isEmpty else { return "no funds; `tapctl fund add` makes one" }
            return table([["fund", "name", "got", "gifts", "state"]] + rows.map(Self.row), style: style)
        }
    }

    private static func document(_ fund: Fund, _ totals: [FundTotal]) -> JSONValue {
        fund.document.adding(
            "totals",
            .array(
                totals.map { total in
                    [
                        "amount_minor": .int(Int(total.amount.minorUnits)),
                        "currency": .string(total.amount.currency.code), "gifts": .int(total.gifts),
                    ]
                }))
    }

    private static func row(_ fund: Fund, _ totals: [FundTotal]) -> [String] {
        [
            fund.id, printable(fund.name), totals.map(\.amount.shown).joined(separator: ", "),
            String(totals.reduce(0) { $0 + $1.gifts }), fund.isOpen ? "open" : "closed",
        ]
    }
}
