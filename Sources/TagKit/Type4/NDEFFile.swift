/// The NDEF file of a Type 4 tag: the length field NLEN, the message, and unused bytes. Source: NFC Forum
/// T4TOP 3.0 §5.2.
public struct NDEFFile: Hashable, Sendable {
    /// The size of the file's length field: 2 bytes or, in a file that an Extended NDEF File Control TLV
    /// declares, 4 bytes.
    public enum LengthField: Int, Sendable, CaseIterable {
        /// NLEN, which has 2 bytes.
        case short = 2
        /// ENLEN, which has 4 bytes.
        case extended = 4
    }

    /// The encoded message; empty if NLEN is 0.
    public let messageBytes: [UInt8]
    /// The size of the file's length field.
    public let lengthField: LengthField

    /// Creates a file that contains an encoded message.
    public init(messageBytes: [UInt8], lengthField: LengthField = .short) {
        self.messageBytes = messageBytes
        self.lengthField = lengthField
    }

    /// Parses a file or the beginning of one. Bytes after the message are ignored.
    ///
    /// - Throws: `truncatedLength` if NLEN is truncated, `valueOverrun` if fewer bytes follow than NLEN
    ///   declares. The error's `areaOffset` is 0.
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

    /// Returns the message's size in bytes, which is the value of NLEN at the beginning of `bytes`; nil if
    /// NLEN is truncated.
    public static func messageByteCount(_ bytes: [UInt8], lengthField: LengthField) -> Int? {
        guard bytes.count >= lengthField.rawValue else { return nil }
        return Int(clamping: UInt64(bytes: bytes.prefix(lengthField.rawValue)))
    }

    /// Returns the beginning of the file: NLEN and the message.
    ///
    /// - Throws: `limitExceeded` if NLEN cannot encode the message's size. A 2-byte NLEN can encode up to
    ///   65,534 bytes, because FFFFh is reserved (T4TOP §5.2).
    public func encoded() throws(NDEFError) -> [UInt8] {
        let largest = lengthField == .short ? 0xFFFE : Int(clamping: UInt32.max - 1)
        guard messageBytes.count <= largest else {
            throw NDEFError(
                .limitExceeded, areaOffset: 0, expected: largest, found: messageBytes.count,
                detail: "bytes in the message")
        }
        let length = stride(from: 8 * (lengthField.rawValue - 1), through: 0, by: -8).map {
            UInt8(truncatingIfNeeded: UInt64(messageBytes.count) >> UInt64($0))
        }
        return length + messageBytes
    }

    /// Decodes the message. If NLEN is 0, the result is a message without records.
    ///
    /// - Throws: The errors of ``NDEFMessage/init(decoding:limits:)``. The error's `areaOffset` is counted
    ///   from the file's start.
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

/// The C-APDUs that an NFC Forum Type 4 tag must support. Source: NFC Forum T4TOP 3.0 §5.4; ISO/IEC 7816-4
/// §11.
enum TypeFourCommand {
    /// The SELECT commands that select the NDEF Tag Application by its name, with and without Le. Both are
    /// tried, because a few tags accept only one of them.
    ///
    /// Source: nfcpy/nfcpy#168.
    static let selectApplication: [[UInt8]] = [
        [0x00, 0xA4, 0x04, 0x00, 0x07, 0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, 0x01, 0x00],
        [0x00, 0xA4, 0x04, 0x00, 0x07, 0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, 0x01],
    ]

    static let containerFile: UInt16 = 0xE103

    /// The highest offset that READ BINARY and UPDATE BINARY can encode: they use 15 bits.
    static let lastOffset = 0x7FFF

    /// Returns a SELECT command for a file. The tag responds with only a status word.
    static func select(file: UInt16) -> [UInt8] {
        [0x00, 0xA4, 0x00, 0x0C, 0x02, UInt8(file >> 8), UInt8(file & 0xFF)]
    }

    /// Returns a READ BINARY command for 1 to 255 bytes from `offset` on.
    static func read(offset: Int, count: Int) -> [UInt8] {
        [0x00, 0xB0, UInt8(offset >> 8), UInt8(offset & 0xFF), UInt8(count)]
    }

    /// Returns an UPDATE BINARY command that writes 1 to 255 bytes from `offset` on.
    static func update(offset: Int, _ data: [UInt8]) -> [UInt8] {
        [0x00, 0xD6, UInt8(offset >> 8), UInt8(offset & 0xFF), UInt8(data.count)] + data
    }
}
