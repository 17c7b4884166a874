import ArgumentParser
import DataFolderKit
import Documents
import Giving
import PaymentCore
import TimeKit

/// `tapctl receipt series`: lists the series of receipt numbers.
struct ReceiptSeriesList: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "series", abstract: "List the series of receipt numbers, segment by segment.",
        discussion: """
            EXAMPLES:
              tapctl receipt series --org WoodlandsChurch

            An organization has one series per year: numbers begin at 1 and have no gaps.
            If a backup is restored or the end of the database's log is lost, the numbers
            that were issued after that point are missing from the books, so every series
            continues in a new segment, such as T-WoodlandsChurch-2026-R1-000001.
            """)

    @Option(help: ArgumentHelp("Only series of this organization. (default: all)", valueName: "id"))
    var org: String?

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let (series, segments) = try await data.read { transaction in
            let name = try org.map(transaction.knownOrganization)?.id
            let all = try allPages {
                try transaction.receiptSeries(organization: name, after: $0, limit: 500)
            }
            return (all, try transaction.receiptSegments())
        }
        let shown = series.map { series in
            SeriesDetails(series: series, segment: segments.first { $0.number == series.segment })
        }
        let none = emptyText("no receipts yet", of: "receipts", filters: [org])
        try output.print(list: shown, document: \.document, none: none) { style in
            table(
                [["series", "receipts", "from", "to", "begun"]] + shown.map(\.row), numbers: ["receipts"],
                shrinking: ["series"], style: style)
        }
    }
}

/// A series of receipt numbers, with its segment.
private struct SeriesDetails {
    let series: ReceiptSeries
    /// The segment of the series; nil for receipts issued before the first segment began.
    let segment: ReceiptSegment?

    private func number(_ position: Int64) -> String {
        ReceiptNumber(
            isTest: true, organization: series.organization, year: series.year, segment: series.segment,
            position: position
        ).text
    }

    var row: [String] {
        [
            "\(series.organization) \(series.year)\(series.segment == 0 ? "" : " R\(series.segment)")",
            String(series.last), number(1), number(series.last),
            segment.map { "\($0.begun.iso8601), \($0.cause.words)" } ?? "with the first receipt",
        ]
    }

    var document: JSONValue {
        [
            "object": "receipt_series", "org": series.organization.json, "year": series.year.json,
            "segment": series.segment.json, "receipts": series.last.json, "first": number(1).json,
            "last": number(series.last).json, "begun": JSONValue(segment?.begun),
            "cause": JSONValue(segment?.cause.rawValue),
            "backup_made": JSONValue(segment?.backupMade),
        ]
    }
}

extension ReceiptSegment {
    /// The time at which the restored backup was created; nil if the segment has a different cause.
    fileprivate var backupMade: Timestamp? { cause == .restored ? since : nil }
}

extension BooksGap.Cause {
    /// A phrase for the cause of a new segment. It is printed after the start time of the segment.
    fileprivate var words: String {
        switch self {
        case .restored: "after a backup was restored"
        case .cutLog: "because the end of the log was lost"
        }
    }
}
