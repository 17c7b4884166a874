public import DatabaseKit
import TextKit
import TimeKit

/// A batch with its rows and their tags, ready for export.
public struct BatchExport: Hashable, Sendable {
    /// The settings of the exported batch.
    public var batch: Batch
    /// The rows of the batch, in order.
    public var rows: [Row]

    /// A row, and its tag if it has one.
    public struct Row: Hashable, Sendable {
        /// The row, with its seat and its URL.
        public var row: BatchRow
        /// The tag that occupies the row, or that is being written for the row. Nil if there is no such tag.
        public var tag: RegisteredTag?
        /// Whether the row's managed id was withdrawn. If so, the row's tag has no destination.
        public var isWithdrawn = false
    }

    /// The table as CSV (RFC 4180) for spreadsheets. Text is guarded, so that a spreadsheet does not run it
    /// as a formula.
    public var csv: String { ([Self.head] + rows.map(Self.fields)).map(CSVLine.text).joined() }

    private static let head: [CSVLine.Field] = [
        "number", "seat", "campus", "org", "fund", "recurring", "url", "tag_id", "state", "uid", "chip",
        "signature", "lock", "doubled", "read_back_sha256", "verified", "failure",
    ]

    private static func fields(_ entry: Row) -> [CSVLine.Field] {
        let (row, tag) = (entry.row, entry.tag)
        return [
            .count(row.number), .text(row.seat), .text(row.campus ?? ""), .text(row.org ?? ""),
            .text(row.fund ?? ""), row.recurring ? "yes" : "no", .text(row.url), .text(row.tagID ?? ""),
            .text(row.state.rawValue), .text(row.uid ?? ""), .text(tag?.product ?? ""),
            .text(tag?.originality?.rawValue ?? ""), .text(tag?.lock.rawValue ?? ""),
            (tag?.isDoubled ?? false) ? "yes" : "no", .text(tag?.readBackHash ?? ""),
            .date(tag?.verified?.iso8601 ?? ""), .text(row.failure.map { "\($0.code): \($0.words)" } ?? ""),
        ]
    }
}

extension Transaction {
    /// Returns a batch with its rows and tags, all read in this transaction.
    ///
    /// - Throws: ``RegistryError`` with code `unknownBatch`.
    public func export(_ name: String) throws -> BatchExport {
        let batch = try knownBatch(name)
        return BatchExport(
            batch: batch, rows: try allRows(of: batch.name).map { try exported($0, of: batch) })
    }

    /// Returns a page of an organization's rows in a batch, with their tags, sorted by number.
    ///
    /// - Parameters:
    ///   - batch: The batch.
    ///   - organization: The id of the organization. The case of ASCII letters is ignored.
    ///   - number: The number of the row after which the page starts.
    ///   - limit: The maximum number of rows.
    public func exportedRows(
        of batch: Batch, organization: String, after number: Int, limit: Int
    ) throws -> [BatchExport.Row] {
        try rows(of: batch.name, organization: organization, after: number, limit: limit)
            .map { try exported($0, of: batch) }
    }

    private func exported(_ row: BatchRow, of batch: Batch) throws -> BatchExport.Row {
        try BatchExport.Row(
            row: row, tag: row.uid.flatMap { try tag(uid: $0) },
            isWithdrawn: batch.isManaged && isWithdrawn(row))
    }
}
