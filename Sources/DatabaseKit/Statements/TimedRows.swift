package import GRDB

/// A table whose ids encode a time and a number, such as `tap_` followed by 20 characters.
///
/// Stored as text, an id would take 24 bytes in each row, and again in each index. The table therefore stores
/// two integers instead. The primary key, `moment`, consists of the id's second and a number that counts the
/// rows of that second. The `number` column contains the rest of the id. Keys sort by time, then by
/// insertion.
///
/// If an id has a different format, it is stored in the `id` column, and `number` is null. In all other rows,
/// `id` is null.
package struct TimedRows: Hashable, Sendable {
    package let table: String
    /// The prefix of the table's ids, without the `_`.
    package let prefix: String

    /// The number of low-order bits of a key that count the rows with the same second. With 15 bits, keys
    /// take six bytes until the year 2106.
    private static let bits = 15

    /// Creates a description of a table.
    ///
    /// - Parameters:
    ///   - table: The table's name.
    ///   - prefix: The prefix of the table's ids, without the `_`.
    package init(_ table: String, prefix: String) { (self.table, self.prefix) = (table, prefix) }

    /// Returns the smallest key of a given second. Ids that do not encode a time have keys in second 0.
    package static func first(ofSecond second: Int64) -> Int64 {
        min(max(second, 0), TimedID.latest + 1) << bits
    }

    /// The lowest possible key of a row whose id encodes a time. Lower keys belong to rows whose ids do not
    /// encode a time.
    package static var firstTimed: Int64 { first(ofSecond: 1) }

    /// Returns the key of the row with this id, or nil if there is no such row.
    package func key(of id: String, in transaction: Transaction) throws -> Int64? {
        guard let timed = TimedID(id, prefix: prefix) else {
            return try transaction.value(
                "SELECT moment FROM \(table) WHERE id = ? ORDER BY moment LIMIT 1", [id])
        }
        return try transaction.value(
            "SELECT moment FROM \(table) WHERE moment >= ? AND moment < ? AND number = ?",
            [Self.first(ofSecond: timed.second), Self.first(ofSecond: timed.second + 1), timed.number])
    }

    /// Returns the key for a new row with this id.
    ///
    /// - Throws: ``DatabaseFileError`` with code `full` if all keys of the id's second are in use.
    package func newKey(for id: String, in transaction: Transaction) throws -> Int64 {
        let second = TimedID(id, prefix: prefix)?.second ?? 0
        let (first, end) = (Self.first(ofSecond: second), Self.first(ofSecond: second + 1))
        let last: Int64? = try transaction.value(
            "SELECT MAX(moment) FROM \(table) WHERE moment >= ? AND moment < ?", [first, end])
        let key = last.map { $0 + 1 } ?? first
        try check(key, inSecond: second)
        return key
    }

    /// Checks that a key is in the range of keys that belong to its second.
    ///
    /// - Throws: ``DatabaseFileError`` with code `full` if the key is too high, because the table already has
    ///   the maximum number of rows with that second.
    private func check(_ key: Int64, inSecond second: Int64) throws {
        let (first, end) = (Self.first(ofSecond: second), Self.first(ofSecond: second + 1))
        guard key < end else {
            throw DatabaseFileError(
                .full, at: table,
                "the table already has \(end - first) rows for this second, which is the maximum",
                remedy: "try again in a few seconds")
        }
    }

    /// A source of keys for the rows that one transaction adds. For all rows with the same second, the table
    /// is read only once.
    package struct NewKeys {
        private let rows: TimedRows
        /// The next key to assign for each second.
        private var next: [Int64: Int64] = [:]

        /// Creates a source of keys for a table. Until the transaction ends, the caller must use only keys
        /// from this source for new rows of the table.
        package init(of rows: TimedRows) { self.rows = rows }

        /// Returns the key for a new row with this id.
        ///
        /// - Throws: The same errors as ``TimedRows/newKey(for:in:)-(String,Transaction)``.
        package mutating func key(for id: String, in transaction: Transaction) throws -> Int64 {
            let second = rows.second(of: id) ?? 0
            let key = try next[second] ?? rows.newKey(for: id, in: transaction)
            try rows.check(key, inSecond: second)
            next[second] = key + 1
            return key
        }
    }

    /// Returns the key for a new row with this id. Use this in migrations.
    ///
    /// - Throws: The same errors as ``newKey(for:in:)-(String,Transaction)``.
    package func newKey(for id: String, in database: Database) throws -> Int64 {
        try newKey(for: id, in: Transaction(database: database))
    }

    /// Returns the id of a row.
    ///
    /// - Parameters:
    ///   - key: The row's key.
    ///   - number: The value of the `number` column.
    package func id(ofKey key: Int64, number: Int64) -> String {
        TimedID(second: key >> Self.bits, number: number).text(prefix: prefix)
    }

    /// Returns the number that an id encodes after the time, or nil if the id has a different format.
    package func number(of id: String) -> Int64? { TimedID(id, prefix: prefix)?.number }

    /// Returns the time that an id encodes, in seconds since 1970, or nil if the id has a different format.
    package func second(of id: String) -> Int64? { TimedID(id, prefix: prefix)?.second }
}

/// The parts of an id in Crockford's base 32. Seven digits encode the time in seconds since 1970, and 13
/// digits encode a number.
private struct TimedID {
    let second: Int64
    /// The unsigned 64-bit number that the id encodes, stored as a signed integer with the same bits.
    let number: Int64

    /// The latest time that seven digits can encode, in seconds since 1970.
    static let latest: Int64 = 1 << 35 - 1
    private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

    init(second: Int64, number: Int64) { (self.second, self.number) = (second, number) }

    /// Parses an id. Returns nil if the id has a different format.
    init?(_ id: String, prefix: String) {
        let digits = id.utf8.dropFirst(prefix.utf8.count + 1)
        guard id.hasPrefix(prefix + "_"), digits.count == 20 else { return nil }
        var parts: (second: UInt64, number: UInt64) = (0, 0)
        for (place, digit) in digits.enumerated() {
            guard let value = Self.alphabet.firstIndex(of: digit) else { return nil }
            if place < 7 {
                parts.second = parts.second << 5 | UInt64(value)
            } else {
                // Thirteen digits have 65 bits.
                guard place > 7 || value < 16 else { return nil }
                parts.number = parts.number << 5 | UInt64(value)
            }
        }
        self.init(second: Int64(parts.second), number: Int64(bitPattern: parts.number))
    }

    func text(prefix: String) -> String {
        prefix + "_" + Self.digits(UInt64(second), count: 7)
            + Self.digits(UInt64(bitPattern: number), count: 13)
    }

    private static func digits(_ number: UInt64, count: Int) -> String {
        String(
            decoding: (0..<count).reversed().map { alphabet[Int(number >> UInt64(5 * $0) & 31)] },
            as: UTF8.self)
    }
}
