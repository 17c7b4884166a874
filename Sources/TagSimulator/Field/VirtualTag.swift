public import SimulationKit
public import TagDumps
public import TagKit

/// A simulated tag, which responds to frames as the chip does.
///
/// The value contains the tag's memory and its state (IDLE, ACTIVE, HALT, authenticated). Readers, files and
/// time are handled by other types.
public protocol VirtualTag: Sendable {
    /// Resets the volatile state and loads the configuration pages, as a tag does when the field is switched
    /// on.
    mutating func powerUp()

    /// Processes one frame and returns the tag's response, which may be silence.
    ///
    /// - Parameters:
    ///   - frame: A frame without its CRC. REQA and WUPA are short frames of 7 bits.
    ///   - tear: If the tag is removed while it programs a page, the content that the page has afterwards.
    ///     Nil if the tag stays in the field.
    mutating func receive(_ frame: RFFrame, tear: TornWrite?) -> RFResponse

    /// Authenticates to a MIFARE Classic sector in one step. The cipher is not simulated.
    ///
    /// Authentication fails if the tag is not a MIFARE Classic card, is not in the ACTIVE state, or refuses
    /// the key. The tag then does not respond, and is no longer in the ACTIVE state.
    ///
    /// - Parameters:
    ///   - block: Any block of the sector.
    ///   - key: The key and its slot (A or B).
    ///   - uid: The UID that the reader uses in the cipher. If it is not the tag's UID, authentication fails.
    /// - Returns: `true` if the tag accepts the key.
    mutating func authenticate(block: UInt8, key: ClassicKey, uid: [UInt8]) -> Bool

    /// The content of the tag's file: all state that the tag keeps while the field is off.
    var image: TagImage { get }
}

extension VirtualTag {
    /// Processes the authentication command like an unknown command, and returns false. This is the default
    /// for tags other than MIFARE Classic.
    public mutating func authenticate(block: UInt8, key: ClassicKey, uid: [UInt8]) -> Bool {
        _ = receive(RFFrame([key.slot == .a ? 0x60 : 0x61, block]), tear: nil)
        return false
    }
}

/// A frame that a reader or a tag transmits, without its CRC.
public struct RFFrame: Hashable, Sendable {
    /// The frame's bits, packed into bytes. The least significant bit of each byte is transmitted first. The
    /// last byte may be incomplete.
    public var bytes: [UInt8]
    /// The number of bits: 7 for a short frame, 4 for an ACK or NAK, and usually a multiple of 8 for other
    /// frames.
    public var bitCount: Int

    /// Creates a frame from its bytes.
    ///
    /// - Parameters:
    ///   - bytes: The bytes to transmit, without CRC.
    ///   - bits: The number of bits to transmit, starting with the first bit of `bytes`; nil to transmit all
    ///     of them.
    public init(_ bytes: [UInt8], bits: Int? = nil) {
        self.bytes = bytes
        bitCount = bits ?? bytes.count * 8
    }

    /// Whether the frame consists of whole bytes. Frames with an incomplete byte never have a CRC.
    var isWholeBytes: Bool { bitCount == bytes.count * 8 }

    /// REQA, which requests a response from tags in the IDLE state. Source: ISO/IEC 14443-3 §6.4.1.
    public static let reqa = RFFrame([0x26], bits: 7)
    /// WUPA, which requests a response from tags in the IDLE and HALT states. Source: ISO/IEC 14443-3 §6.4.1.
    public static let wupa = RFFrame([0x52], bits: 7)
    /// HLTA, which moves a tag from the ACTIVE state to the HALT state. A tag that obeys does not respond.
    /// Source: ISO/IEC 14443-3 §6.4.3.
    static let hlta = RFFrame([0x50, 0x00])
    /// The 4-bit ACK. Source: NXP NTAG213/215/216 data sheet §9.3.
    public static let ack = RFFrame([0x0A], bits: 4)
    /// Returns the 4-bit NAK with this code. Source: NXP NTAG213/215/216 data sheet §9.3.
    public static func nak(_ code: UInt8) -> RFFrame { RFFrame([code & 0x0F], bits: 4) }

    /// Whether the frame is a data command. REQA, WUPA, anticollision, SELECT, HLTA, RATS and PPS are not
    /// data commands. The same applies to the R-blocks, S-blocks and empty I-blocks of ISO-DEP.
    var isDataCommand: Bool {
        guard isWholeBytes, let code = bytes.first else { return false }
        switch (code, bytes.count) {
        case (0x93, 2...7), (0x95, 2...7), (0x97, 2...7): return false
        case (0x50, 2), (0xE0, 2), (0xD0...0xDF, 2...3): return false
        // An empty I-block, R(ACK) and R(NAK), S(DESELECT) and S(WTX). Source: ISO/IEC 14443-4 §7.1.
        case (0x02, 1), (0x03, 1): return false
        case (0xA2, 1), (0xA3, 1), (0xB2, 1), (0xB3, 1), (0xC2, 1), (0xF2, 2): return false
        default: return true
        }
    }

    /// Whether the frame is transmitted with a CRC. Short frames and anticollision frames have none.
    var carriesCRC: Bool {
        guard isWholeBytes, bytes.count > 1 else { return isWholeBytes }
        let isAnticollision = [0x93, 0x95, 0x97].contains(bytes[0]) && bytes[1] != 0x70
        return !isAnticollision
    }

    /// Returns the frame with one bit inverted. The bit's number is taken modulo the number of bits.
    func invertingBit(_ bit: Int) -> RFFrame {
        guard bitCount > 0 else { return self }
        let index = Int(bit.magnitude % UInt(bitCount))
        var damaged = self
        damaged.bytes[index / 8] ^= 1 << UInt8(index % 8)
        return damaged
    }
}

/// A tag's response to one frame.
public struct RFResponse: Hashable, Sendable {
    /// The frame that the tag sends, without its CRC; nil if the tag does not respond.
    public var frame: RFFrame?
    /// The tag's processing time in microseconds, such as 4,100 to program an EEPROM page.
    var busyMicroseconds: Int
    /// The number of EEPROM pages or blocks that the tag programmed.
    public var pagesWritten: Int
    /// Whether the tag's persistent state has changed. If so, the tag's file must be updated before the
    /// response is sent.
    var mustStore: Bool

    /// Creates a response with this frame. If the frame is nil, the tag does not respond.
    public init(_ frame: RFFrame?, busyMicroseconds: Int = 0, pagesWritten: Int = 0, mustStore: Bool = false)
    {
        self.frame = frame
        self.busyMicroseconds = busyMicroseconds
        self.pagesWritten = pagesWritten
        self.mustStore = mustStore || pagesWritten > 0
    }

    /// A response without a frame.
    public static let silence = RFResponse(nil)
}
