import ArgumentParser
import DataFolderKit
import Documents
import Giving
import MoneyKit
import PaymentCore
import TextKit
import TimeKit

/// `tapctl ledger journal`: exports an organization's journal for the organization's own accounting.
struct LedgerJournal: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "journal", abstract: "Export the journal for an organization's own accounting.",
        discussion: """
            EXAMPLES:
              tapctl ledger journal --org WoodlandsChurch > journal.csv
              tapctl ledger journal --org WoodlandsChurch --since 2026-03-01 \\
                  --until 2026-03-31 > march.csv
              tapctl ledger journal --org WoodlandsChurch --json | jq .lines

            Writes a double-entry journal from the organization's point of view: gifts,
            refunds, fees and payouts. Lines that belong to a gift also name its fund. A
            journal entry consists of several lines with the same number, one for each
            account; with --json, each entry is one document. Debits are positive, and the
            amounts of a journal entry sum to zero. --since and --until are inclusive, in
            the organization's time zone.
            """)

    @Option(help: .organization)
    var org: String

    @OptionGroup var days: DayOptions
    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    /// The number of postings that are read from the database at a time.
    private static let page = 500

    func run() async throws {
        let json = output.json
        try await data.withData(needsProcessor: false) { data in
            let organization = try await data.read { try $0.knownOrganization(org) }
            let calendar = organization.calendar
            let first = days.start(by: calendar) ?? .earliest
            let period = first..<max(first, days.end(by: calendar) ?? .latest)
            if !json { try StandardStream.out.write(CSVLine.text(AccountingSheet.head)) }
            var last: Int64 = 0
            while true {
                let page = try await data.read { [last] transaction in
                    try transaction.journal(of: organization, in: period, after: last, limit: Self.page)
                }
                guard let end = page.last else { return }
                for entry in page.entries {
                    let lines = AccountingSheet.lines(entry, day: calendar.date(of: entry.time))
                    try StandardStream.out.write(
                        json ? entry.document.text + "\n" : lines.map(CSVLine.text).joined())
                }
                try Task.checkCancellation()
                last = end
            }
        }
    }
}

extension AccountingEntry {
    fileprivate var document: JSONValue {
        [
            "object": "journal_entry", "number": number.json, "time": time.json,
            "kind": kind.rawValue.json, "reference": reference.json, "gift": gift.json,
            "lines": .array(
                lines.map { line in
                    [
                        "account": line.account.rawValue.json, "fund": line.fund.json,
                        "amount_minor": line.amount.minorUnits.json,
                        "currency": line.amount.currency.code.json,
                    ]
                }),
        ]
    }
}
