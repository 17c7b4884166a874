/// The NDEF file of a Type 4 tag: the length field NLEN, the message, and unused bytes. Source: NFC Forum T4TOP 3.0
/// §5.2.
public struct NDEFFile: Hashable, Sendable {
    /// The size of NLEN: 2 bytes, or 4 in a file that an Extended NDEF File Control TLV declares.
    public enum LengthField: Int, Sendable, CaseIterable {
        /// NLEN: 2 bytes.
        case short = 2
        /// ENLEN: 4 bytes.
        case extended = 4
    }

    /// The message's bytes; empty if NLEN is 0.
    public let messageBytes: [UInt8]
    /// The size of NLEN.
    public let lengthField: LengthField

    /// Creates a file that contains a message with these bytes.
    public init(messageBytes: [UInt8], lengthField: LengthField = .short) {
        self.messageBytes = messageBytes
        self.lengthField = lengthField
    }

    /// Parses a file or the beginning of one. Bytes after the message are ignored.
    ///
    /// - Throws: `truncatedLength` if NLEN is truncated, `valueOverrun` if there are fewer bytes than NLEN declares.
    ///   The error's `areaOffset` is 0.
    public init(parsing bytes: [UInt8], lengthField: LengthField = .short) throws(NDEFError) {
        guard let count = Self.messageByteCount(bytes, lengthField: lengthField) else {
            throw NDEFError(
                .truncatedLength, areaOffset: 0, expected: lengthField.rawValue, found: bytes.count)
        }
        let available = bytes.count - lengthField.rawValue
        guard count <= available else {
            throw NDEFError(.valueOverrun, areaOffset: 0, expected: count, found: available)
        }
        messageBytes = Array(bytes[lengthField.rawValue...].prefix(count))
        self.lengthField = lengthField
    }

    /// Returns NLEN from the beginning of `bytes`; nil if it is truncated.
    public static func messageByteCount(_ bytes: [UInt8], lengthField: LengthField) -> Int? {
        guard bytes.count >= lengthField.rawValue else { return nil }
        return Int(clamping: bytes.prefix(lengthField.rawValue).reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }

    /// Returns NLEN and the message.
    ///
    /// - Throws: `limitExceeded` if NLEN cannot encode the size: with a 2-byte NLEN, more than 65,534 bytes (T4TOP
    ///   §5.2: FFFF is reserved).
    public func encoded() throws(NDEFError) -> [UInt8] {
        let largest = lengthField == .short ? 0xFFFE : Int(clamping: UInt32.max - 1)
        guard messageBytes.count <= largest else {
            throw NDEFError(
                .limitExceeded, areaOffset: 0, expected: largest, found: messageBytes.count,
                detail: "message bytes in the file")
        }
        let length = stride(from: 8 * (lengthField.rawValue - 1), through: 0, by: -8).map {
            UInt8(truncatingIfNeeded: UInt64(messageBytes.count) >> UInt64($0))
        }
        return length + messageBytes
    }

    /// Decodes the message. If NLEN is 0, the message has no records.
    ///
    /// - Throws: The errors of ``NDEFMessage/init(decoding:limits:)``, with `areaOffset` from the file's start.
    public func message(limits: NDEFLimits = .standard) throws(NDEFError) -> NDEFMessage {
        guard !messageBytes.isEmpty else { return NDEFMessage([]) }
        do {
            return try NDEFMessage(decoding: messageBytes, limits: limits)
        } catch {
            var error = error
            error.areaOffset = lengthField.rawValue + error.offset
            throw error
        }
    }
}

/// The C-APDUs that an NFC Forum Type 4 tag must support. Source: NFC Forum T4TOP 3.0 §5.4; ISO/IEC 7816-4 §11.
enum TypeFourCommand {
    /// The SELECT commands for the NDEF Tag Application by name, with and without Le. A few tags accept only one
    /// of them.
    ///
    /// Source: nfcpy/nfcpy#168.
    static let selectApplication: [[UInt8]] = [
        [0x00, 0xA4, 0x04, 0x00, 0x07, 0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, 0x01, 0x00],
        [0x00, 0xA4, 0x04, 0x00, 0x07, 0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, 0x01],
    ]

    /// The capability container's file identifier.
    static let containerFile: UInt16 = 0xE103

    /// The highest offset that fits into the 15 bits of READ BINARY and UPDATE BINARY.
    static let lastOffset = 0x7FFF

    /// Returns a SELECT of a file. The response is only a status word.
    static func select(file: UInt16) -> [UInt8] {
        [0x00, 0xA4, 0x00, 0x0C, 0x02, UInt8(file >> 8), UInt8(file & 0xFF)]
    }

    /// Returns a READ BINARY of `count` bytes, 1 to 255, starting at `offset`.
    static func read(offset: Int, count: Int) -> [UInt8] {
        [0x00, 0xB0, UInt8(offset >> 8), UInt8(offset & 0xFF), UInt8(count)]
    }

    /// Returns an UPDATE BINARY of 1 to 255 bytes, starting at `offset`.
    static func update(offset: Int, _ data: [UInt8]) -> [UInt8] {
        [0x00, 0xD6, UInt8(offset >> 8), UInt8(offset & 0xFF), UInt8(data.count)] + data
    }
}
