import ArgumentParser
import DataFolderKit
import Documents
import Giving
import MoneyKit
import PaymentCore
import TextKit
import TimeKit

/// `tapctl ledger export`: exports every posting of the ledger.
struct LedgerExport: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Export the whole ledger for a spreadsheet or a program.",
        discussion: """
            EXAMPLES:
              tapctl ledger export > ledger.csv
              tapctl ledger export --json | jq 'select(.kind == "refund")'
              tapctl ledger export --after 1200 >> ledger.csv   adds the later postings

            Writes one line per entry, in booking order; with --json, one document per
            posting. Debits are positive. There is no limit on the number of postings.
            """)

    @Option(
        help: ArgumentHelp(
            "Start after the posting with this number, and omit the header line.", valueName: "number"))
    var after: Int64 = 0

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    /// The number of postings that are read from the database at a time.
    private static let page = 500

    func run() async throws {
        let json = output.json
        try await data.withData(needsProcessor: false) { data in
            let isBooked = try await data.read { transaction in
                try after > 0 && transaction.postings(after: after - 1, limit: 1).first?.number == after
            }
            guard after == 0 || isBooked else { throw CommandError.unknownCursor(String(after)) }
            if !json, after == 0 { try StandardStream.out.write(CSVLine.text(Self.head)) }
            var last = after
            while true {
                let page = try await data.read { [last] in try $0.postings(after: last, limit: Self.page) }
                guard let end = page.last else { return }
                let lines = page.map { json ? $0.document.text + "\n" : $0.csv }
                try StandardStream.out.write(lines.joined())
                try Task.checkCancellation()
                last = end.number
            }
        }
    }

    private static let head: [CSVLine.Field] = [
        "number", "time", "kind", "reference", "payment", "account", "amount", "currency",
    ]
}

extension BookedPosting {
    fileprivate var document: JSONValue {
        [
            "object": "posting", "number": number.json, "time": time.json,
            "kind": posting.kind.rawValue.json, "reference": posting.reference.json,
            "payment": posting.payment.json,
            "entries": .array(
                posting.entries.map { entry in
                    [
                        "account": entry.account.rawValue.json, "amount_minor": entry.amount.minorUnits.json,
                        "currency": entry.amount.currency.code.json,
                    ]
                }),
        ]
    }

    /// The posting as CSV, one line per entry.
    var csv: String {
        posting.entries.map { entry in
            CSVLine.text([
                .number(String(number)), .date(time.iso8601), .text(posting.kind.rawValue),
                .text(posting.reference), .text(posting.payment ?? ""), .text(entry.account.rawValue),
                .amount(entry.amount), .text(entry.amount.currency.code),
            ])
        }.joined()
    }
}
