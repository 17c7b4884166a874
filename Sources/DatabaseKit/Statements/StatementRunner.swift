public import Foundation

/// A type that runs the statements of one open transaction on a database engine other than SQLite.
///
/// ``Transaction`` calls SQLite directly, because that is faster.
package protocol StatementRunner: AnyObject {
    /// Begins a statement and returns its rows.
    ///
    /// - Parameters:
    ///   - sql: The statement, whose parameters are `?`, or `?1`, `?2` and so on.
    ///   - values: The values of the parameters.
    /// - Returns: A cursor that is positioned before the first row. The cursor may be released before the
    ///   last row, and other statements may run while the cursor is in use.
    func begin(_ sql: String, _ values: StatementValues) throws -> any RowCursor

    /// Runs a statement whose rows are not needed. The runner may queue the statement until the next
    /// ``begin(_:_:)`` or until the commit. If the statement fails, the runner reports the error at that
    /// point.
    func run(_ sql: String, _ values: StatementValues) throws

    /// Announces that ``begin(_:_:)`` will run this statement with these values later in this transaction. If
    /// the statement only reads, the runner may send it early, so that its rows arrive before they are
    /// needed.
    func prefetch(_ sql: String, _ values: StatementValues) throws

    /// Runs a statement that inserts, updates or deletes rows.
    ///
    /// - Returns: The number of inserted, updated or deleted rows.
    func changedRows(_ sql: String, _ values: StatementValues) throws -> Int

    /// The slot in which this transaction changes counters and balances (see ``Transaction/slot``).
    /// Transactions with different slots do not wait for each other.
    var slot: Int64 { get }
}

/// A row with named columns.
package protocol RowColumns: AnyObject {
    /// The names of the columns, in order.
    var columns: [String] { get }

    /// Returns the value of a column.
    ///
    /// - Parameter column: The index of the column, starting at 0 and less than the number of columns.
    func cell(_ column: Int) -> StatementCell
}

/// The rows of a running statement. The columns are those of the current row.
package protocol RowCursor: RowColumns {
    /// Advances to the next row.
    ///
    /// - Returns: Whether there is a row. False after the last row.
    func next() throws -> Bool
}

/// The value of a parameter or a column, in the form that is common to all database engines.
public enum StatementCell: Hashable, Sendable {
    /// The absence of a value.
    case null
    /// An integer, or a Boolean as 0 or 1.
    case integer(Int64)
    case text(String)
    case blob(Data)
}
