// The methods are documented in the protocol, in `StatementValue.swift`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CSQLite
public import Foundation

extension Int64: StatementValue {}
extension Int: StatementValue {}
extension UInt32: StatementValue {}

extension StatementValue where Self: FixedWidthInteger {
    public var cell: StatementCell { .integer(Int64(self)) }

    public init?(cell: StatementCell) {
        guard case .integer(let number) = cell else { return nil }
        self.init(exactly: number)
    }

    public func fill(_ place: Int32, of statement: OpaquePointer) -> Int32 {
        sqlite3_bind_int64(statement, place, Int64(self))
    }

    public static func column(_ column: Int32, of statement: OpaquePointer) -> Self? {
        guard sqlite3_column_type(statement, column) == SQLITE_INTEGER else { return nil }
        return Self(exactly: sqlite3_column_int64(statement, column))
    }
}

extension Bool: StatementValue {
    public var cell: StatementCell { .integer(self ? 1 : 0) }

    public init?(cell: StatementCell) {
        guard case .integer(let number) = cell else { return nil }
        self = number != 0
    }

    public func fill(_ place: Int32, of statement: OpaquePointer) -> Int32 {
        Int64(self ? 1 : 0).fill(place, of: statement)
    }

    public static func column(_ column: Int32, of statement: OpaquePointer) -> Bool? {
        Int64.column(column, of: statement).map { $0 != 0 }
    }
}

extension String: StatementValue {
    public var cell: StatementCell { .text(self) }

    public init?(cell: StatementCell) {
        guard case .text(let text) = cell else { return nil }
        self = text
    }

    public func fill(_ place: Int32, of statement: OpaquePointer) -> Int32 {
        var text = self
        return text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
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
    public var cell: StatementCell { .blob(self) }

    public init?(cell: StatementCell) {
        guard case .blob(let bytes) = cell else { return nil }
        self = bytes
    }

    public func fill(_ place: Int32, of statement: OpaquePointer) -> Int32 {
        withUnsafeBytes { bytes in
            // For a null pointer, SQLite would bind null instead of an empty blob.
            guard let first = bytes.baseAddress, !bytes.isEmpty else {
                return sqlite3_bind_zeroblob(statement, place, 0)
            }
            return sqlite3_bind_blob_copied(statement, place, first, UInt64(bytes.count))
        }
    }

    public static func column(_ column: Int32, of statement: OpaquePointer) -> Data? {
        guard sqlite3_column_type(statement, column) == SQLITE_BLOB else { return nil }
        guard let bytes = sqlite3_column_blob(statement, column) else { return Data() }
        return Data(bytes: bytes, count: Int(sqlite3_column_bytes(statement, column)))
    }
}
