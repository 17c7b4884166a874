import ArgumentParser
import Documents
import TagKit

/// The format of bytes that contain a message: only the message, a Type 2 data area, or a Type 4 NDEF file.
enum MessageLayer: String, ExpressibleByArgument, CaseIterable {
    case message, type2, type4

    /// A decoded message, its bytes, and the errors that were tolerated.
    struct Found {
        var message: NDEFMessage
        /// The bytes of the message itself, without the surrounding memory.
        var bytes: [UInt8]
        /// The tolerated errors. Empty after strict decoding.
        var forgiven: [NDEFError] = []
    }

    /// Decodes bytes in this format. Throws the first error that it finds.
    func decode(_ bytes: [UInt8]) throws(NDEFError) -> Found {
        switch self {
        case .message:
            return Found(message: try NDEFMessage(decoding: bytes), bytes: bytes)
        case .type2:
            let area = try Type2DataArea(parsing: bytes, areaBytes: bytes.count)
            return Found(message: try area.message(), bytes: area.ndefMessage?.value ?? [])
        case .type4:
            let file = try NDEFFile(parsing: bytes)
            return Found(message: try file.message(), bytes: file.messageBytes)
        }
    }

    /// Decodes as many records as possible, and collects the tolerated errors.
    ///
    /// - Throws: If no record can be decoded, or if the bytes probably have a different format, the error
    ///   that ``decode(_:)`` throws.
    func decodeLeniently(_ bytes: [UInt8]) throws(NDEFError) -> Found {
        let inner = try messageBytes(in: bytes)
        let (message, forgiven) = NDEFMessage.decodingLeniently(inner)
        if message.records.isEmpty || !forgiven.isEmpty && advice(for: bytes) != nil {
            return try decode(bytes)
        }
        return Found(message: message, bytes: inner, forgiven: forgiven)
    }

    /// Returns advice if the bytes are not in this format, but probably in a different one; otherwise nil.
    func advice(for bytes: [UInt8]) -> String? {
        guard (try? decode(bytes)) == nil else { return nil }
        if bytes.count >= 20, bytes[12] == 0xE1, bytes[3] == 0x88 ^ bytes[0] ^ bytes[1] ^ bytes[2] {
            return "the bytes look like a whole Type 2 tag: omit the first 16 bytes, and add --as type2"
        }
        if self != .type2, bytes.first == 0xE1, Self.type2.begins(Array(bytes.dropFirst(4))) {
            return
                "the bytes look like a tag's pages, starting with page 3: omit the first 4 bytes, and add --as type2"
        }
        // A data area can begin with any bytes, so only a whole message suggests another layer.
        let other = Self.allCases.first {
            $0 != self && ($0.holds(bytes) || self != .type2 && $0.begins(bytes))
        }
        switch other {
        case nil: return nil
        case .message: return "the bytes look like only a message, without the tag's other data: omit --as"
        case .type2: return "the bytes look like a Type 2 tag's data area: add --as type2"
        case .type4: return "the bytes look like a Type 4 tag's NDEF file: add --as type4"
        }
    }

    /// Returns whether the bytes are a complete message in this format, with at least one record.
    private func holds(_ bytes: [UInt8]) -> Bool { (try? decode(bytes))?.message.records.isEmpty == false }

    /// Returns whether the bytes look like a message in this format. In the format `message`, the message
    /// must be complete. In the other formats, the end of the message can be missing.
    private func begins(_ bytes: [UInt8]) -> Bool {
        if holds(bytes) { return true }
        switch self {
        case .message: return false
        case .type2:
            // Null TLVs, then an NDEF Message TLV (T2TOP 1.1 §2.3) whose value begins like a message.
            let rest = bytes.drop { $0 == 0x00 }
            guard rest.first == 0x03, rest.count > 2 else { return false }
            return Self.beginsMessage(rest.dropFirst(rest.dropFirst().first == 0xFF ? 4 : 2))
        case .type4:
            // NLEN, 2 bytes (T4TOP 2.0 §4.2.3).
            guard bytes.count > 2, Int(bytes[0]) << 8 | Int(bytes[1]) >= bytes.count - 2 else { return false }
            return Self.beginsMessage(bytes.dropFirst(2))
        }
    }

    /// Returns whether the first byte can be the header of a message's first record: its MB bit is set, and
    /// its TNF is 1...5.
    private static func beginsMessage(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.first.map { $0 & 0x80 != 0 && 1...5 ~= $0 & 0x07 } ?? false
    }

    private func messageBytes(in bytes: [UInt8]) throws(NDEFError) -> [UInt8] {
        switch self {
        case .message: return bytes
        case .type2:
            let area = try Type2DataArea(parsing: bytes, areaBytes: bytes.count)
            guard let tlv = area.ndefMessage else { throw NDEFError(.noNDEF, areaOffset: area.usedBytes) }
            return tlv.value
        case .type4: return try NDEFFile(parsing: bytes).messageBytes
        }
    }
}
