/// A value that can be bound to a parameter of a statement or read from a column of the result.
///
/// A database stores integers, strings and blobs. A Boolean is stored as 0 or 1.
public protocol StatementValue: Sendable {
    /// The value in the form that is common to all database engines.
    var cell: StatementCell { get }

    /// Creates a value from a column. Returns nil if the column is null or has a value of a different type.
    init?(cell: StatementCell)

    /// Binds the value to a parameter of an SQLite statement. SQLite copies the value.
    ///
    /// - Parameters:
    ///   - place: The index of the parameter, starting at 1.
    ///   - statement: The SQLite statement, which must not be running.
    /// - Returns: SQLite's result code.
    func fill(_ place: Int32, of statement: OpaquePointer) -> Int32

    /// Returns the value of a column in the current row.
    ///
    /// - Parameters:
    ///   - column: The index of the column, starting at 0.
    ///   - statement: SQLite's statement, which must be positioned on a row.
    /// - Returns: The value. Nil if the column is null or its value has a different type.
    static func column(_ column: Int32, of statement: OpaquePointer) -> Self?
}

/// The values of a statement's parameters, in order. A nil value is bound as NULL.
public struct StatementValues: ExpressibleByArrayLiteral, Sendable {
    var values: [(any StatementValue)?]

    /// Creates the list from an array of values, in the same order as the parameters of the statement.
    public init(_ values: [(any StatementValue)?]) { self.values = values }

    /// Creates the list from an array literal, in the order of the parameters.
    public init(arrayLiteral values: (any StatementValue)?...) { self.values = values }

    /// Returns the values of the first list, followed by the values of the second.
    public static func + (first: StatementValues, second: StatementValues) -> StatementValues {
        StatementValues(first.values + second.values)
    }

    /// Appends the values of another list.
    public static func += (values: inout StatementValues, more: StatementValues) {
        values.values += more.values
    }

    /// The values in the form that is common to all database engines.
    package var cells: [StatementCell] { values.map { $0?.cell ?? .null } }
}
