import TagKit

/// A slow, independent decoder of one record, written from the text of NDEF 1.0 §3.2. The real decoder is
/// compared with it.
struct OneRecordOracle {
    /// Returns the expected error for bytes that contain at most one record; nil if the record is legal.
    static func verdict(_ bytes: [UInt8]) -> (code: NDEFError.Code, offset: Int)? {
        guard let flags = bytes.first else { return (.emptyInput, 0) }
        let isShort = flags & 0x10 != 0
        let hasID = flags & 0x08 != 0
        let headerCount = 1 + 1 + (isShort ? 1 : 4) + (hasID ? 1 : 0)
        guard bytes.count >= headerCount else { return (.truncatedHeader, 0) }
        let typeCount = Int(bytes[1])
        let payloadCount = isShort ? Int(bytes[2]) : bytes[2..<6].reduce(0) { $0 * 256 + Int($1) }
        let idCount = hasID ? Int(bytes[headerCount - 1]) : 0
        guard bytes.count >= headerCount + typeCount else { return (.truncatedType, 0) }
        guard bytes.count >= headerCount + typeCount + idCount else { return (.truncatedId, 0) }
        let end = headerCount + typeCount + idCount + payloadCount
        guard bytes.count >= end else { return (.truncatedPayload, 0) }
        guard flags & 0x80 != 0 else { return (.missingMessageBegin, 0) }
        switch flags & 0x07 {
        case 0 where typeCount + idCount + payloadCount > 0: return (.nonEmptyEmptyRecord, 0)
        case 1...4 where typeCount == 0: return (.missingType, 0)
        case 5 where typeCount > 0: return (.typeOnUnknown, 0)
        case 6: return (.unchangedOutsideChunk, 0)
        case 7: return (.reservedTNF, 0)
        default: break
        }
        guard flags & 0x40 != 0 else { return (.missingMessageEnd, end) }
        if flags & 0x20 != 0 { return (.unterminatedChunk, 0) }
        return bytes.count > end ? (.trailingBytes, end) : nil
    }

    /// Whether more bytes follow a record that does not end the message. They begin a second record.
    static func hasSecondRecord(_ bytes: [UInt8]) -> Bool {
        guard let verdict = verdict(bytes), verdict.code == .missingMessageEnd else { return false }
        return verdict.offset < bytes.count
    }
}
