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
