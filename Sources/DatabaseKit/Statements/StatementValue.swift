public import GRDB

/// What a place of a statement can hold, and a column of an answer.
///
/// SQLite has whole numbers, text and octets; truth is 0 or 1.
public protocol StatementValue: DatabaseValueConvertible, Sendable {
    /// Puts it into a place of a statement: SQLite keeps a copy.
    ///
    /// - Parameters:
    ///   - place: From 1 on.
    ///   - statement: SQLite's statement, reset.
    /// - Returns: SQLite's result code.
    func fill(_ place: Int32, of statement: OpaquePointer) -> Int32

    /// What a column of a statement's row holds.
    ///
    /// - Parameters:
    ///   - statement: SQLite's statement, on a row.
    ///   - column: From 0 on.
    /// - Returns: Nil where the column holds null, or what is no value of this type.
    static func column(_ column: Int32, of statement: OpaquePointer) -> Self?
}

/// The values of a statement's places, in their order; nil is null.
public struct StatementValues: ExpressibleByArrayLiteral, Sendable {
    var values: [(any StatementValue)?]

    /// These values.
    public init(_ values: [(any StatementValue)?]) { self.values = values }

    /// These values.
    public init(arrayLiteral values: (any StatementValue)?...) { self.values = values }

    /// Those of both, one after the other.
    public static func + (first: StatementValues, second: StatementValues) -> StatementValues {
        StatementValues(first.values + second.values)
    }

    /// Appends other values.
    public static func += (values: inout StatementValues, more: StatementValues) {
        values.values += more.values
    }

    /// As GRDB takes them.
    var arguments: StatementArguments { StatementArguments(values.map { $0?.databaseValue ?? .null }) }
}
