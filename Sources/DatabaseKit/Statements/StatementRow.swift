import CSQLite
import Foundation

/// A row of a result. Columns are read by index or by name.
///
/// A row that is passed to a closure is valid until the closure returns. A row that
/// ``Transaction/first(_:_:)`` or ``Transaction/all(_:_:)`` returns is a copy, which remains valid.
public struct StatementRow {
    /// The source of the row's values.
    private enum Source {
        /// SQLite's statement, positioned on the row.
        case sqlite(OpaquePointer)
        case columns(any RowColumns)
    }

    private let source: Source

    /// Creates a row from an SQLite statement that is positioned on that row.
    init(statement: OpaquePointer) { source = .sqlite(statement) }

    /// Creates a row from the columns of another database engine.
    package init(_ columns: any RowColumns) { source = .columns(columns) }

    /// Returns the value of a column. If the column is null or has a value of a different type, the program
    /// stops.
    ///
    /// - Parameter column: The index of the column, starting at 0.
    public subscript<Value: StatementValue>(_ column: Int) -> Value {
        guard let value = self.value(column, Value.self) else {
            preconditionFailure("column \(column) does not contain a value of type \(Value.self)")
        }
        return value
    }

    /// Returns the value of a column, or nil if the column is null or has a value of a different type.
    ///
    /// - Parameter column: The index of the column, starting at 0.
    public subscript<Value: StatementValue>(_ column: Int) -> Value? { value(column, Value.self) }

    /// Returns the value of a column. If the column is null or has a value of a different type, the program
    /// stops.
    ///
    /// - Parameter name: The name of the column in the result.
    public subscript<Value: StatementValue>(_ name: String) -> Value {
        guard let value = value(index(of: name), Value.self) else {
            preconditionFailure("column \(name) does not contain a value of type \(Value.self)")
        }
        return value
    }

    /// Returns the value of a column, or nil if the column is null or has a value of a different type.
    ///
    /// - Parameter name: The name of the column in the result.
    public subscript<Value: StatementValue>(_ name: String) -> Value? {
        value(index(of: name), Value.self)
    }

    private func value<Value: StatementValue>(_ column: Int, _: Value.Type) -> Value? {
        switch source {
        case .sqlite(let statement): Value.column(Int32(column), of: statement)
        case .columns(let row): Value(cell: row.cell(column))
        }
    }

    private func index(of name: String) -> Int {
        let index =
            switch source {
            case .sqlite(let statement):
                (0..<Int(sqlite3_column_count(statement))).first { column in
                    sqlite3_column_name(statement, Int32(column)).map { strcmp($0, name) == 0 } ?? false
                }
            case .columns(let row): row.columns.firstIndex(of: name)
            }
        guard let index else { preconditionFailure("the row has no column \(name)") }
        return index
    }
}

/// A copy of a row, which remains valid after the row's statement has ended.
final class CopiedRow: RowColumns {
    let columns: [String]
    private let cells: [StatementCell]

    fileprivate init(_ columns: [String], _ cells: [StatementCell]) {
        (self.columns, self.cells) = (columns, cells)
    }

    func cell(_ column: Int) -> StatementCell { cells[column] }
}

extension StatementRow {
    /// Returns the values of the first `count` columns.
    package func cells(_ count: Int) -> [StatementCell] {
        switch source {
        case .sqlite(let statement): (0..<Int32(count)).map { StatementCell(column: $0, of: statement) }
        case .columns(let row): (0..<count).map(row.cell)
        }
    }

    /// Returns a copy of the row.
    ///
    /// - Parameter names: The names of the columns, which are read from the first row of a result and shared
    ///   by the copies of all rows of that result.
    func copied(_ names: inout [String]) -> StatementRow {
        switch source {
        case .sqlite(let statement):
            let columns = 0..<sqlite3_column_count(statement)
            if names.isEmpty {
                names = columns.map { column in
                    sqlite3_column_name(statement, column).map { String(cString: $0) } ?? ""
                }
            }
            return StatementRow(CopiedRow(names, columns.map { StatementCell(column: $0, of: statement) }))
        case .columns(let row):
            if names.isEmpty { names = row.columns }
            return StatementRow(CopiedRow(names, names.indices.map(row.cell)))
        }
    }
}

extension StatementCell {
    /// Reads a column of the current row of SQLite's statement.
    fileprivate init(column: Int32, of statement: OpaquePointer) {
        self =
            switch sqlite3_column_type(statement, column) {
            case SQLITE_INTEGER: .integer(sqlite3_column_int64(statement, column))
            case SQLITE_TEXT: String.column(column, of: statement).map(Self.text) ?? .null
            case SQLITE_BLOB: Data.column(column, of: statement).map(Self.blob) ?? .null
            default: .null
            }
    }
}
