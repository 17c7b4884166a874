import CPostgres
package import DatabaseKit

/// A statement that is prepared on a connection, with the types that the server chose for its parameters and
/// columns.
final class PreparedStatement {
    let name: String
    let parameters: [PostgresType]
    let columns: [PostgresType]
    let columnNames: [String]
    let effect: StatementEffect
    /// The value of the connection's use counter when the statement was last used.
    var lastUse = 0

    /// Creates the statement from the description that the server has sent.
    ///
    /// - Throws: ``PostgresError`` with code `internal` if a parameter or column has a type that
    ///   ``PostgresType`` does not contain.
    init(
        name: String, sql: String, described result: PostgresResult, at database: String
    ) throws(PostgresError) {
        self.name = name
        effect = StatementEffect(of: sql)
        func type(_ oid: UInt32, of part: String) throws(PostgresError) -> PostgresType {
            guard let type = PostgresType(rawValue: oid) else {
                throw PostgresError(
                    .internal, at: database, "a statement uses an unsupported type",
                    reason:
                        "\(part) has the type identifier \(oid); CAST \(part) to BIGINT, TEXT or BYTEA")
            }
            return type
        }
        var (parameters, columns): ([PostgresType], [PostgresType]) = ([], [])
        var names: [String] = []
        for place in 0..<cpostgres_parameter_count(result.raw) {
            parameters.append(
                try type(cpostgres_parameter_type(result.raw, place), of: "parameter \(place + 1)"))
        }
        for place in 0..<cpostgres_column_count(result.raw) {
            let name = cpostgres_column_name(result.raw, place).map { String(cString: $0) } ?? ""
            columns.append(try type(cpostgres_column_type(result.raw, place), of: "column \(name)"))
            names.append(name)
        }
        (self.parameters, self.columns, columnNames) = (parameters, columns, names)
    }
}

/// The values of a statement's parameters in PostgreSQL's binary format.
struct EncodedValues {
    private(set) var bytes: [UInt8] = []
    private var ranges: [Range<Int>?] = []

    /// Encodes values for the parameters of a statement.
    ///
    /// - Throws: ``PostgresError`` with code `nulInText` if a string contains NUL, or `internal` if the
    ///   number of values or the type of a value is wrong.
    init(_ values: [StatementCell], for parameters: [PostgresType], at database: String) throws(PostgresError)
    {
        guard values.count == parameters.count else {
            throw PostgresError(
                .internal, at: database, "the values do not match the statement",
                reason:
                    "the number of parameters (\(parameters.count)) differs from the number of values (\(values.count))"
            )
        }
        ranges.reserveCapacity(values.count)
        for (place, value) in values.enumerated() {
            let start = bytes.count
            switch value {
            case .null:
                ranges.append(nil)
                continue
            case .text(let text) where text.utf8.contains(0): throw Self.nul(place + 1, at: database)
            default: break
            }
            guard parameters[place].append(value, to: &bytes) else {
                throw PostgresError(
                    .internal, at: database, "the values do not match the statement",
                    reason:
                        "parameter \(place + 1) has the type \(parameters[place]), but the value has a different type"
                )
            }
            ranges.append(start..<bytes.count)
        }
    }

    private static func nul(_ parameter: Int, at database: String) -> PostgresError {
        PostgresError(
            .nulInText, at: database, "a string contains the character NUL",
            reason: "parameter \(parameter) contains NUL, which PostgreSQL cannot store",
            remedy: "remove the character U+0000 from the text")
    }

    /// Sends a prepared statement with these values. libpq copies the values.
    ///
    /// - Returns: Whether libpq accepted the statement.
    func send(_ statement: PreparedStatement, on link: PostgresLink) -> Bool {
        let formats = [Int32](repeating: 1, count: ranges.count)
        let lengths = ranges.map { Int32($0?.count ?? 0) }
        // An empty value must not have a null pointer, which would be NULL.
        return (bytes.isEmpty ? [0] : bytes).withUnsafeBytes { bytes in
            let base = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            let places = ranges.map { range in range.flatMap { base?.advanced(by: $0.lowerBound) } }
            return cpostgres_send_prepared(
                link.raw, statement.name, Int32(ranges.count), places, lengths, formats) == 1
        }
    }
}

/// The rows that a statement has returned.
package struct PostgresRows {
    private let result: PostgresResult
    private let statement: PreparedStatement

    init(_ result: PostgresResult, of statement: PreparedStatement) {
        (self.result, self.statement) = (result, statement)
    }

    package var count: Int { Int(cpostgres_row_count(result.raw)) }

    /// The number of rows that the statement inserted, updated, deleted or returned; 0 for other statements.
    /// Source: PostgreSQL manual, 34.3.3, `PQcmdTuples`.
    package var changed: Int { Int(String(cString: cpostgres_changed(result.raw))) ?? 0 }

    /// The names of the columns, in order.
    package var columnNames: [String] { statement.columnNames }

    /// Returns the value of a column, which is `.null` for SQL's NULL. Returns nil if the row or column does
    /// not exist, or if the value cannot be decoded.
    package func value(row: Int, column: Int) -> StatementCell? {
        guard (0..<count).contains(row), statement.columns.indices.contains(column) else { return nil }
        let (row, index) = (Int32(row), Int32(column))
        guard cpostgres_is_null(result.raw, row, index) == 0 else { return .null }
        let length = Int(cpostgres_length(result.raw, row, index))
        return statement.columns[column].decode(
            UnsafeRawBufferPointer(start: cpostgres_value(result.raw, row, index), count: length))
    }

    /// Returns the string in a cell, or nil if the cell does not exist or contains something else.
    func text(row: Int, column: Int) -> String? {
        if case .text(let text)? = value(row: row, column: column) { text } else { nil }
    }

    /// The strings in the first column.
    var texts: Set<String> { Set((0..<count).compactMap { text(row: $0, column: 0) }) }
}
