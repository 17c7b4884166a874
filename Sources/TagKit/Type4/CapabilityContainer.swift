/// The capability container (CC) of a Type 4 tag, which is the file with the identifier `E103`. Source: NFC
/// Forum T4TOP 3.0 §5.1.
///
/// In versions 1.0 and 2.0, an NDEF File Control TLV declares the NDEF file. Version 3.0 can also use the
/// Extended NDEF File Control TLV.
public struct CapabilityContainer: Hashable, Sendable {
    /// The mapping version: the major version in the high four bits, the minor version in the low four.
    /// `0x20` is version 2.0.
    public var mappingVersion: UInt8
    /// MLe: the maximum number of bytes that one READ BINARY returns, 15 or more.
    public var maxReadBytes: Int
    /// MLc: the maximum number of bytes that one UPDATE BINARY can write, 13 or more.
    public var maxWriteBytes: Int
    /// The NDEF file's identifier.
    public var fileID: UInt16
    /// The NDEF file's size in bytes, including NLEN.
    public var fileBytes: Int
    /// The read access condition of the NDEF file: 0 allows anyone to read it.
    public var readAccess: UInt8
    /// The write access condition of the NDEF file: 0 allows anyone to write it, FFh forbids writing.
    public var writeAccess: UInt8
    /// The size of the NDEF file's length field NLEN. The type of the file's TLV determines it.
    public var lengthField: NDEFFile.LengthField

    /// The size in bytes of the largest message that the NDEF file can contain: the file's size minus the
    /// size of its length field NLEN.
    public var capacityBytes: Int { max(0, fileBytes - lengthField.rawValue) }
}

extension CapabilityContainer {
    /// Parses a container. The TLVs of other files, which follow the NDEF file's TLV, are ignored. Bytes
    /// beyond the size that CCLEN declares are also ignored.
    ///
    /// - Throws: `truncatedLength` or `valueOverrun` if the container is truncated; `badPayload` if it
    ///   violates T4TOP §5.1. The error's `areaOffset` is counted from the file's start.
    public init(parsing bytes: [UInt8]) throws(NDEFError) {
        guard bytes.count >= 2 else {
            throw NDEFError(.truncatedLength, areaOffset: 0, expected: 2, found: bytes.count)
        }
        let count = Int(bytes: bytes[0..<2])
        guard count <= bytes.count else {
            throw NDEFError(.valueOverrun, areaOffset: 0, expected: count, found: bytes.count)
        }
        guard count >= Self.headerBytes + 2 else {
            throw Self.bad(
                0, "the capability container must have at least 15 bytes, but declares \(count)")
        }
        guard (1...3).contains(bytes[2] >> 4) else {
            throw Self.bad(2, "mapping version \(bytes[2] >> 4).\(bytes[2] & 0x0F) is not supported")
        }
        let control = try Self.fileControl(bytes[..<count])
        self.init(
            mappingVersion: bytes[2], maxReadBytes: Int(bytes: bytes[3..<5]),
            maxWriteBytes: Int(bytes: bytes[5..<7]),
            fileID: UInt16(bytes: control.value[0..<2]),
            fileBytes: Int(clamping: UInt64(bytes: control.value[2..<2 + control.lengthField.rawValue])),
            readAccess: control.value[control.value.count - 2],
            writeAccess: control.value[control.value.count - 1], lengthField: control.lengthField)
    }

    /// The total size in bytes of the fields before the first TLV: CCLEN, mapping version, MLe and MLc.
    private static let headerBytes = 7

    /// The T bytes of the TLVs that declare an NDEF file. Source: T4TOP 3.0 §5.1.
    private enum Control {
        static let short: UInt8 = 0x04
        static let extended: UInt8 = 0x06
    }

    /// Returns the value of the first TLV, and the size of the NDEF file's length field. Throws an error if
    /// the TLV does not declare an NDEF file, or if it has a wrong or truncated length.
    private static func fileControl(
        _ bytes: ArraySlice<UInt8>
    ) throws(NDEFError) -> (value: [UInt8], lengthField: NDEFFile.LengthField) {
        let (type, count) = (bytes[headerBytes], Int(bytes[headerBytes + 1]))
        let lengthField: NDEFFile.LengthField
        switch type {
        case Control.short: lengthField = .short
        case Control.extended: lengthField = .extended
        default:
            throw bad(headerBytes, "the first TLV has type \(type), but an NDEF file's TLV has type 4 or 6")
        }
        let valueStart = headerBytes + 2
        guard count == 4 + lengthField.rawValue else {
            throw bad(
                headerBytes,
                "the NDEF file's TLV must have exactly \(4 + lengthField.rawValue) bytes, not \(count)")
        }
        guard bytes.count - valueStart >= count else {
            throw NDEFError(
                .valueOverrun, areaOffset: headerBytes, expected: count, found: bytes.count - valueStart)
        }
        return (Array(bytes[valueStart..<valueStart + count]), lengthField)
    }

    private static func bad(_ offset: Int, _ detail: String) -> NDEFError {
        NDEFError(.badPayload, areaOffset: offset, detail: detail)
    }
}
