public import DatabaseKit
import Foundation

/// Generates rows for every table of a file, whatever its tables are.
///
/// A column gets its known value, the key of the row that it refers to, or a value that fits its type. The
/// last row has null in each column that permits it.
public struct TableSeeds: Sendable {
    /// The values of columns, by `table.column`, in which `#` is replaced by the row's number.
    private let known: [String: String]

    /// Makes seeds with the known values of some columns.
    ///
    /// - Parameter known: Texts, and documents of JSON, by `table.column`, in which `#` is replaced by the
    ///   row's number.
    public init(_ known: [String: String]) { self.known = known }

    /// The number of rows of each table.
    public static let rows = 3

    /// Fills each empty table.
    ///
    /// - Returns: The rows, by the columns of each table's primary key.
    public func fill(_ transaction: Transaction) throws -> [SeededRow] {
        let tables: [String] = try transaction.all(
            """
            SELECT name FROM sqlite_schema
            WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'migration' ORDER BY rowid
            """
        ) { $0[0] }
        var keys: [String: [String: Column]] = [:]
        var rows: [SeededRow] = []
        for table in tables {
            let columns = try self.columns(of: table, in: transaction)
            keys[table] = Dictionary(uniqueKeysWithValues: columns.map { ($0.name, $0) })
            // Skips a table that a migration has filled.
            guard try !transaction.isAny("SELECT 1 FROM \"\(table)\"") else { continue }
            for number in 1...Self.rows {
                let values = columns.map { value(of: $0, in: table, row: number, keys) }
                let names = columns.map { "\"\($0.name)\"" }.joined(separator: ", ")
                let places = Array(repeating: "?", count: columns.count).joined(separator: ", ")
                try transaction.run(
                    "INSERT INTO \"\(table)\" (\(names)) VALUES (\(places))", StatementValues(values))
                let key = zip(columns, values).filter(\.0.isKey).map { ($0.0.name, $0.1) }
                rows.append(SeededRow(table: table, columns: key.map(\.0), values: key.map(\.1)))
            }
        }
        return rows
    }

    /// A column as SQLite describes it.
    private struct Column {
        let name: String
        let type: String
        let isKey: Bool
        let mayBeNull: Bool
        /// The table whose key this column contains.
        var parent: String?
    }

    private func columns(of table: String, in transaction: Transaction) throws -> [Column] {
        var columns = try transaction.all(
            "SELECT name, type, \"notnull\", pk FROM pragma_table_info(?) ORDER BY cid", [table]
        ) { row in
            let (isNeeded, place): (Int, Int) = (row[2], row[3])
            return Column(
                name: row[0], type: row[1], isKey: place > 0, mayBeNull: isNeeded == 0 && place == 0)
        }
        let parents = try transaction.all(
            "SELECT \"from\", \"table\" FROM pragma_foreign_key_list(?)", [table]
        ) {
            ($0[0] as String, $0[1] as String)
        }
        for (column, parent) in parents {
            guard let index = columns.firstIndex(where: { $0.name == column }) else { continue }
            columns[index].parent = parent
        }
        return columns
    }

    private func value(
        of column: Column, in table: String, row: Int, _ keys: [String: [String: Column]]
    ) -> (any StatementValue)? {
        if column.mayBeNull, row == Self.rows { return nil }
        if let text = known["\(table).\(column.name)"]?.replacing("#", with: "\(row)") {
            if column.type == "BLOB" { return Data(text.utf8) }
            return text
        }
        switch column.type {
        case "INTEGER": return Self.flags.contains(column.name) ? row % 2 : row
        case "BLOB": return Data(#"{"id":"\#(table)_\#(row)"}"#.utf8)
        default:
            // A foreign key, or a column named after another table: `gift.organization`, `payment_refund.payment`.
            let parent = column.parent ?? column.name
            if parent != table, let named = keys[parent], let key = Self.key(named) {
                return value(of: key, in: parent, row: row, keys)
            }
            return column.isKey && column.name == "id" ? "\(table)_\(row)" : "\(table)_\(column.name)_\(row)"
        }
    }

    /// Returns the one column by which other tables refer to a row.
    private static func key(_ columns: [String: Column]) -> Column? {
        let texts = columns.values.filter { $0.isKey && $0.type == "TEXT" }
        return texts.count == 1 ? texts.first : texts.first { $0.name == "id" }
    }

    /// The names of columns that are 0 or 1.
    private static let flags: Set = [
        "collectible", "failed", "is_open", "never_began", "open", "opened", "seen", "unfinished", "waiting",
        "watched",
    ]
}

/// A row that a file had before its migration.
public struct SeededRow: Sendable {
    /// The row's table.
    public let table: String
    let columns: [String]
    let values: [(any StatementValue)?]

    /// Returns whether the row is in this table. A row without a key counts as found if the table has any
    /// row.
    func isKept(in table: String, _ transaction: Transaction) throws -> Bool {
        let conditions = columns.map { "\"\($0)\" IS ?" } + ["1"]
        let sql = "SELECT 1 FROM \"\(table)\" WHERE \(conditions.joined(separator: " AND "))"
        return try transaction.isAny(sql, StatementValues(values))
    }
}
