import ArgumentParser
import DataFolderKit
import Documents
import Giving
import MoneyKit
import TextKit
import TimeKit

/// `tapctl ledger late`: lists changes that were made to gifts after their month was closed.
struct LedgerLate: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "late", abstract: "List changes to gifts since their month was closed.",
        discussion: """
            EXAMPLES:
              tapctl ledger late --org WoodlandsChurch
              tapctl ledger late --org WoodlandsChurch --month 2026-10 --format csv

            Lists later payments, refunds and disputes of gifts from closed months, oldest
            first, each with the gift's month and the day on which the change counts. The
            amount is the change in the total of gifts. Gifts that became known only after
            their month was closed are not listed: they belong to a later month.
            """)

    @Option(
        name: [.customLong("org"), .customLong("organization")],
        help: .organization)
    var org: String

    @Option(help: "Only changes to gifts of this closed month.", transform: DayOptions.month)
    var month: CalendarMonth?

    @OptionGroup var sheet: SheetOptions
    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func validate() throws { try sheet.refuse(beside: output) }

    func run() async throws {
        let changes = try await data.read { transaction in
            let organization = try transaction.knownOrganization(org).id
            let all = try allPages {
                try transaction.lateChanges(of: organization, donor: nil, after: $0?.id, limit: 500)
            }
            return all.filter { month == nil || $0.month == month }
        }
        if sheet.isWanted { return try sheet.print([Self.sheetHead] + changes.map(\.sheetLine)) }
        try output.print(
            list: changes, document: \.document,
            none: emptyText(
                "no gift of a closed month was changed later", of: "changes", filters: [month])
        ) { style in
            table(
                [["day", "what", "gift", "of", "fund", "amount"]]
                    + changes.map {
                        [
                            $0.day.iso8601, $0.kind.words, style.short($0.gift), $0.month.iso8601,
                            printable($0.fundName), $0.amount.shown,
                        ]
                    }, numbers: ["amount"], shrinking: ["fund"], style: style)
        }
    }

    private static let sheetHead: [CSVLine.Field] = [
        "date", "time", "kind", "gift", "gift_month", "fund", "fund_name", "donor", "donor_name", "amount",
        "counted", "currency", "receipt_number", "mark",
    ]
}

extension LateChange {
    /// The JSON document of a late change, as described in `docs/json.md`.
    fileprivate var document: JSONValue {
        [
            "object": "late_change", "id": id.json, "kind": kind.rawValue.json,
            "org": organization.json, "gift": gift.json, "month": month.iso8601.json,
            "date": day.json, "time": time.json, "donor": donor.json,
            "fund": fund.json, "fund_name": fundName.json,
            "amount_minor": amount.minorUnits.json, "counted_minor": countedMinor.json,
            "currency": amount.currency.code.json, "receipt_number": receiptNumber.json,
            "livemode": livemode.json,
        ]
    }

    /// The CSV line of a late change.
    fileprivate var sheetLine: [CSVLine.Field] {
        [
            .date(day.iso8601), .date(time.iso8601), .text(kind.rawValue), .text(gift),
            .date(month.iso8601), .text(fund), .text(fundName), .text(donor ?? ""), .text(donorName),
            .amount(amount), .amount(Money(countedMinor, amount.currency)), .text(amount.currency.code),
            .text(receiptNumber ?? ""), .text(livemode ? "" : TestMark.sentence),
        ]
    }
}

extension LateChange.Kind {
    /// The kind of change as human-readable text.
    fileprivate var words: String { rawValue.replacing("_", with: " ") }
}
