import ArgumentParser
import DataFolderKit
import Documents
import Giving
import MoneyKit
import StaffAccess
import TextKit

/// `tapctl fund`: manages the funds of an organization.
struct FundCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fund", abstract: "Add, list, rename, close and reopen funds.",
        subcommands: [FundAdd.self, FundList.self, FundEdit.self, FundClose.self, FundReopen.self])
}

/// `tapctl fund add`: creates a fund.
struct FundAdd: ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a fund; an organization's first fund becomes its default fund.",
        discussion: """
            EXAMPLES:
              tapctl fund add 12 --org WoodlandsChurch --name "Missions"
              tapctl fund add building --org WoodlandsChurch --name "New roof" --no-monthly
            """)

    @Argument(help: "The fund's id: 1 to 32 letters, digits, '.', '_' and '-'.")
    var id: String

    @Option(help: .organization)
    var org: String

    @Option(help: "The name that donors see, in any language.")
    var name: String

    @Flag(inversion: .prefixedNo, help: "Accept one-time gifts.")
    var oneTime = true

    @Flag(inversion: .prefixedNo, help: "Accept monthly gifts.")
    var monthly = true

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    var action: AuditLogAction { .addFund }

    func run() async throws {
        let fund = try await data.write { transaction, now in
            try transaction.addFund(
                id, name: name, to: org, offersOneTime: oneTime, offersMonthly: monthly, at: now)
        }
        try output.print(fund, "of \(fund.organization)")
    }
}

extension OutputOptions {
    /// Prints a fund. Its text is the fund's id and name, followed by `words`.
    fileprivate func print(_ fund: Fund, _ words: String) throws {
        try print(fund.document, "\(fund.id)  \(printable(fund.name))  \(words)")
    }
}

/// `tapctl fund list`: lists funds with their totals.
struct FundList: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List funds and their totals.",
        discussion: """
            EXAMPLES:
              tapctl fund list
              tapctl fund list --org WoodlandsChurch --format csv > funds.csv

            The column "gifts less refunds" disregards fees: it does not include covered
            fees, and no fees are deducted.
            """)

    @Option(help: .onlyOrganization)
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
        let subject = org == nil ? "no funds" : "this organization has no funds"
        try output.print(list: rows, document: \.document, none: "\(subject); `tapctl fund add` adds one") {
            style in
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

/// `tapctl fund edit`: renames a fund.
struct FundEdit: ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Rename a fund; its id stays the same.",
        discussion: """
            EXAMPLES:
              tapctl fund edit 12 --org WoodlandsChurch --name "World missions"

            Receipts already issued show the old name.
            """)

    @Argument(help: "The fund's id.")
    var id: String

    @Option(help: .organization)
    var org: String

    @Option(help: "The name that donors see, in any language.")
    var name: String

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    var action: AuditLogAction { .changeFund }

    func run() async throws {
        let fund = try await data.write { transaction, now in
            try transaction.renameFund(id, of: org, to: name, at: now)
        }
        try output.print(fund, "of \(fund.organization)")
    }
}

/// `tapctl fund close`: closes a fund to new gifts.
struct FundClose: ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "close", abstract: "Close a fund, so that it accepts no more gifts.",
        discussion: """
            EXAMPLES:
              tapctl fund close building --org WoodlandsChurch
              tapctl fund close 12 --org WoodlandsChurch --default 13
            """)

    @Argument(help: "The fund's id.")
    var id: String

    @Option(help: .organization)
    var org: String

    @Option(
        name: .customLong("default"),
        help: ArgumentHelp(
            "The new default fund; required if you close the default fund while others are open.",
            valueName: "id"))
    var successor: String?

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    var action: AuditLogAction { .closeFund }

    func run() async throws {
        let fund = try await data.write { transaction, now in
            try transaction.closeFund(id, of: org, successor: successor, at: now)
        }
        try output.print(fund, "closed")
    }
}

/// `tapctl fund reopen`: reopens a closed fund.
struct FundReopen: ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "reopen", abstract: "Reopen a closed fund.",
        discussion: """
            EXAMPLES:
              tapctl fund reopen building --org WoodlandsChurch

            If the organization has no other open fund, this one becomes its default fund.
            """)

    @Argument(help: "The fund's id.")
    var id: String

    @Option(help: .organization)
    var org: String

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    var action: AuditLogAction { .reopenFund }

    func run() async throws {
        let fund = try await data.write { transaction, now in try transaction.reopenFund(id, of: org, at: now)
        }
        try output.print(fund, "open")
    }
}
