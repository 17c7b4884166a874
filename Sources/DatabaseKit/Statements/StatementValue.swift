public import GRDB

/// A value for a statement's parameter or a column of its result.
///
/// SQLite has integers, text and blobs; a Bool is 0 or 1.
public protocol StatementValue: DatabaseValueConvertible, Sendable {
    /// Binds the value to a parameter. SQLite keeps a copy.
    ///
    /// - Parameters:
    ///   - place: The parameter, from 1.
    ///   - statement: SQLite's statement, reset.
    /// - Returns: SQLite's result code.
    func fill(_ place: Int32, of statement: OpaquePointer) -> Int32

    /// Returns the value of a column.
    ///
    /// - Parameters:
    ///   - column: The column, from 0.
    ///   - statement: SQLite's statement, on a row.
    /// - Returns: Nil if the column is null, or its value does not have this type.
    static func column(_ column: Int32, of statement: OpaquePointer) -> Self?
}

/// The values of a statement's parameters, in order; nil is null.
public struct StatementValues: ExpressibleByArrayLiteral, Sendable {
    var values: [(any StatementValue)?]

    /// Creates the list from an array.
    public init(_ values: [(any StatementValue)?]) { self.values = values }

    /// Creates the list from an array literal.
    public init(arrayLiteral values: (any StatementValue)?...) { self.values = values }

    /// Returns the values of both lists, one list after the other.
    public static func + (first: StatementValues, second: StatementValues) -> StatementValues {
        StatementValues(first.values + second.values)
    }

    /// Appends the values of another list.
    public static func += (values: inout StatementValues, more: StatementValues) {
        values.values += more.values
    }

    /// The values in GRDB's form.
    var arguments: StatementArguments { StatementArguments(values.map { $0?.databaseValue ?? .null }) }
}
