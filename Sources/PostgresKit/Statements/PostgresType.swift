import DatabaseKit
import Foundation

/// The PostgreSQL types that this program uses, with their object identifiers.
///
/// Source: PostgreSQL 15, src/include/catalog/pg_type.dat.
enum PostgresType: UInt32, Sendable {
    case boolean = 16
    case bytes = 17
    case name = 19
    case bigint = 20
    case smallint = 21
    case integer = 23
    case text = 25
    case unknown = 705
    case padded = 1042
    case varchar = 1043
    case numeric = 1700
    case void = 2278

    /// Appends a value in PostgreSQL's binary format.
    ///
    /// - Returns: Whether the value was appended. False if the type cannot represent the value.
    func append(_ value: StatementCell, to bytes: inout [UInt8]) -> Bool {
        switch (value, self) {
        case (.integer(let number), _): return append(number, to: &bytes)
        case (.text(let text), _) where isText: bytes += text.utf8
        case (.blob(let data), .bytes): bytes += data
        default: return false
        }
        return true
    }

    private var isText: Bool {
        switch self {
        case .text, .varchar, .name, .unknown, .padded: true
        default: false
        }
    }

    private func append(_ value: Int64, to bytes: inout [UInt8]) -> Bool {
        func append(_ value: (some FixedWidthInteger)?) -> Bool {
            guard let value else { return false }
            withUnsafeBytes(of: value.bigEndian) { bytes += $0 }
            return true
        }
        switch self {
        case .bigint: return append(value)
        case .integer: return append(Int32(exactly: value))
        case .smallint: return append(Int16(exactly: value))
        case .boolean: return append(value == 0 || value == 1 ? UInt8(value) : nil)
        case .numeric: bytes += BinaryNumeric(value).bytes
        default: return false
        }
        return true
    }

    /// Decodes a value in PostgreSQL's binary format. Returns nil if the value's length does not match the
    /// type, or if a NUMERIC value is not an integer that fits into 64 bits.
    func decode(_ bytes: UnsafeRawBufferPointer) -> StatementCell? {
        switch self {
        case .bigint: bytes.count == 8 ? .integer(Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))) : nil
        case .integer:
            bytes.count == 4 ? .integer(Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))) : nil
        case .smallint:
            bytes.count == 2 ? .integer(Int64(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))) : nil
        case .boolean: bytes.count == 1 ? .integer(bytes[0] == 0 ? 0 : 1) : nil
        case .bytes: .blob(Data(bytes))
        case .text, .varchar, .name, .unknown, .padded: .text(String(decoding: bytes, as: UTF8.self))
        case .numeric: BinaryNumeric.integer(bytes).map(StatementCell.integer)
        case .void: .null
        }
    }
}
