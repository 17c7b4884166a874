// The methods are documented where they are promised, in `StatementValue.swift`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CSQLite
public import Foundation
public import GRDB

extension Int64: StatementValue {
    public func fill(_ place: Int32, of statement: OpaquePointer) -> Int32 {
        sqlite3_bind_int64(statement, place, self)
    }

    public static func column(_ column: Int32, of statement: OpaquePointer) -> Int64? {
        guard sqlite3_column_type(statement, column) == SQLITE_INTEGER else { return nil }
        return sqlite3_column_int64(statement, column)
    }
}

extension Int: StatementValue {
    public func fill(_ place: Int32, of statement: OpaquePointer) -> Int32 {
        Int64(self).fill(place, of: statement)
    }

    public static func column(_ column: Int32, of statement: OpaquePointer) -> Int? {
        Int64.column(column, of: statement).flatMap { Int(exactly: $0) }
    }
}

extension UInt32: StatementValue {
    public func fill(_ place: Int32, of statement: OpaquePointer) -> Int32 {
        Int64(self).fill(place, of: statement)
    }

    public static func column(_ column: Int32, of statement: OpaquePointer) -> UInt32? {
        Int64.column(column, of: statement).flatMap { UInt32(exactly: $0) }
    }
}

extension Bool: StatementValue {
    public func fill(_ place: Int32, of statement: OpaquePointer) -> Int32 {
        Int64(self ? 1 : 0).fill(place, of: statement)
    }

    public static func column(_ column: Int32, of statement: OpaquePointer) -> Bool? {
        Int64.column(column, of: statement).map { $0 != 0 }
    }
}

extension String: StatementValue {
    public func fill(_ place: Int32, of statement: OpaquePointer) -> Int32 {
        var text = self
        return text.withUTF8 { octets in
            octets.withMemoryRebound(to: CChar.self) { characters in
                guard let first = characters.baseAddress else {
                    return sqlite3_bind_text_copied(statement, place, "", 0)
                }
                return sqlite3_bind_text_copied(statement, place, first, UInt64(characters.count))
            }
        }
    }

    public static func column(_ column: Int32, of statement: OpaquePointer) -> String? {
        guard sqlite3_column_type(statement, column) == SQLITE_TEXT,
            let text = sqlite3_column_text(statement, column)
        else { return nil }
        let bytes = Int(sqlite3_column_bytes(statement, column))
        return String(decoding: UnsafeBufferPointer(start: text, count: bytes), as: UTF8.self)
    }
}

extension Data: StatementValue {
    public func fill(_ place: Int32, of statement: OpaquePointer) -> Int32 {
        withUnsafeBytes { octets in
            // Without an address SQLite would take null.
            guard let first = octets.baseAddress, !octets.isEmpty else {
                return sqlite3_bind_zeroblob(statement, place, 0)
            }
            return sqlite3_bind_blob_copied(statement, place, first, UInt64(octets.count))
        }
    }

    public static func column(_ column: Int32, of statement: OpaquePointer) -> Data? {
        guard sqlite3_column_type(statement, column) == SQLITE_BLOB else { return nil }
        guard let octets = sqlite3_column_blob(statement, column) else { return Data() }
        return Data(bytes: octets, count: Int(sqlite3_column_bytes(statement, column)))
    }
}
