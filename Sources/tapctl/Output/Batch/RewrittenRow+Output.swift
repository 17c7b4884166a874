import Documents
import InvocationRouter
import TagRegistry

extension [RewrittenRow] {
    /// The `rewritten` list of `batch new`, one element per row.
    var document: JSONValue {
        .array(
            map { row in
                [
                    "line": row.line.map(JSONValue.int) ?? .null, "seat": .string(row.seat),
                    "url": .string(row.url), "changes": row.changes.document,
                ]
            })
    }

    /// The changes for people: one line for all rows with the same changes, at most 50 lines.
    var notes: [String] {
        let notes = Dictionary(grouping: enumerated(), by: { Rewriting($0.element) })
            .map { (first: $0.value[0].offset, rows: $0.value.map(\.element)) }
            .sorted { $0.first < $1.first }
            .map { Self.place(of: $0.rows) + ": " + $0.rows[0].sentence }
        return notes.count > 50 ? notes.prefix(50) + ["and \(notes.count - 50) more (--json)"] : notes
    }

    private struct Rewriting: Hashable {
        let url: String
        let changes: [URLRewrite.Change]

        init(_ row: RewrittenRow) { (url, changes) = (row.url, row.changes) }
    }

    private static func place(of rows: [RewrittenRow]) -> String {
        let lines = rows.compactMap(\.line)
        if rows.count == 1 {
            let seat = rows[0].seat.escapedForDisplay()
            return lines.first.map { "line \($0): \(seat)" } ?? seat
        }
        guard !lines.isEmpty else { return "\(rows.count) seats" }
        let more = lines.count > 10 ? " and \(lines.count - 10) more" : ""
        return "lines " + lines.prefix(10).map(String.init).joined(separator: ", ") + more
    }
}

extension RewrittenRow {
    fileprivate var sentence: String {
        "the URL becomes \(url): " + changes.map(\.summary).joined(separator: "; ")
    }
}
