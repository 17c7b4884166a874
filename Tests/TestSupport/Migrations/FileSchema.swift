public import DatabaseKit

/// The tables, columns and indexes of a file, in a form that can be compared.
public struct FileSchema: Hashable, Sendable {
    /// A line for each object, with its kind, name and statement, and for each column, with its type.
    public let lines: [String]

    /// Reads the schema that a transaction sees.
    public init(_ transaction: Transaction) throws {
        // Removes line breaks and the quotation marks that SQLite adds when it renames a table.
        let statements: [String] = try transaction.all(
            "SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM sqlite_schema ORDER BY type, name"
        ) { row in
            let text: String = row[0]
            return text.replacing("\"", with: "").split(whereSeparator: \.isWhitespace)
                .joined(separator: " ")
        }
        let columns: [String] = try transaction.all(
            """
            SELECT s.name || '.' || c.name || ' ' || c.type || ' ' || c."notnull" || ' ' || c.pk || ' '
              || coalesce(c.dflt_value, '')
            FROM sqlite_schema s JOIN pragma_table_info(s.name) c WHERE s.type = 'table' ORDER BY s.name, c.cid
            """
        ) { $0[0] }
        lines = statements + columns
    }

    /// Returns the lines that only one of two schemas has: with `+` those of this one, with `-` those of the
    /// other.
    public func differences(from other: FileSchema) -> [String] {
        let (ours, theirs) = (Set(lines), Set(other.lines))
        return lines.filter { !theirs.contains($0) }.map { "+ \($0)" }
            + other.lines.filter { !ours.contains($0) }.map { "- \($0)" }
    }
}
