public import TagDumps

/// A tag as a value: it is given a frame from the air and answers as the chip would.
///
/// The value holds memory and state (IDLE, ACTIVE, HALT, authenticated). It knows nothing of readers, files or
/// time; `TagSimulator/Field` brings those.
public protocol VirtualTag: Sendable {
    /// The field came up: volatile state is forgotten and configuration pages take effect.
    mutating func powerUp()

    /// The tag is given one frame and answers, or is silent.
    ///
    /// - Parameters:
    ///   - frame: A frame without its CRC; REQA and WUPA are short frames of 7 bits.
    ///   - tear: What becomes of the page if the tag is taken away while it programs its EEPROM; nil when it stays.
    mutating func receive(_ frame: RFFrame, tear: Tear?) -> RFAnswer

    /// The tag as it would stand in a file: everything that survives without a field.
    var image: TagImage { get }
}

/// A frame on the air, without its CRC.
public struct RFFrame: Hashable, Sendable {
    /// Whole bytes; the last one may hold fewer bits.
    public var bytes: [UInt8]
    /// How many bits are sent: 7 for a short frame, 4 for an ACK or NAK, else eight for each byte.
    public var bitCount: Int

    /// A frame of whole bytes, or of `bits` bits.
    public init(_ bytes: [UInt8], bits: Int? = nil) {
        self.bytes = bytes
        self.bitCount = bits ?? bytes.count * 8
    }
}

/// What a tag answers to one frame.
public struct RFAnswer: Hashable, Sendable {
    /// The answer without its CRC; nil is silence.
    public var frame: RFFrame?
    /// How long the tag was busy before it answered, in microseconds (an EEPROM page takes 4,100).
    public var busyMicroseconds: Int

    /// An answer, or silence.
    public init(_ frame: RFFrame?, busyMicroseconds: Int = 0) {
        self.frame = frame
        self.busyMicroseconds = busyMicroseconds
    }
}

/// What a page holds when the field went away while it was being programmed.
public enum Tear: Hashable, Sendable {
    /// The programming had not begun.
    case old
    /// It was done; only the answer is missing.
    case new
    /// It stopped half way: bytes drawn from this seed.
    case garbage(seed: UInt64)
}
