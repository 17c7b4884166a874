public import SimulationKit
public import TagDumps
public import TagKit

/// A tag as a value, which responds to frames as the chip does.
///
/// The value contains the tag's memory and state (IDLE, ACTIVE, HALT, authenticated). `TagSimulator/Field`
/// simulates readers, files and time.
public protocol VirtualTag: Sendable {
    /// Resets the volatile state and applies the configuration pages, because the field was switched on.
    mutating func powerUp()

    /// Processes one frame and returns the response, which may be silence.
    ///
    /// - Parameters:
    ///   - frame: A frame without its CRC. REQA and WUPA are short frames of 7 bits.
    ///   - tear: The effect on the page if the tag is removed while it programs its EEPROM. Nil if the tag stays
    ///     in the field.
    mutating func receive(_ frame: RFFrame, tear: TornWrite?) -> RFResponse

    /// Authenticates to a MIFARE Classic sector in one step, because the cipher is not simulated.
    ///
    /// A tag that is not a MIFARE Classic, is not ACTIVE, or receives a wrong key does not respond and leaves ACTIVE.
    ///
    /// - Parameters:
    ///   - block: A block of the sector.
    ///   - key: The key, and whether it is key A or B.
    ///   - uid: The UID that the reader uses in the cipher. With a wrong UID, authentication fails.
    /// - Returns: `true` if `key` opens the sector.
    mutating func authenticate(block: UInt8, key: ClassicKey, uid: [UInt8]) -> Bool

    /// The content of the tag's file: all state that persists without a field.
    var image: TagImage { get }
}

extension VirtualTag {
    /// Rejects the command as unknown, because the tag is not a MIFARE Classic.
    public mutating func authenticate(block: UInt8, key: ClassicKey, uid: [UInt8]) -> Bool {
        _ = receive(RFFrame([key.slot == .a ? 0x60 : 0x61, block]), tear: nil)
        return false
    }
}

/// A frame on the air, without its CRC.
public struct RFFrame: Hashable, Sendable {
    /// The bits in transmission order, the lowest bit of each byte first; the last byte may have fewer than eight.
    public var bytes: [UInt8]
    /// The number of bits: 7 for a short frame, 4 for an ACK or NAK, otherwise eight for each byte.
    public var bitCount: Int

    /// Creates a frame of whole bytes, or of `bits` bits.
    public init(_ bytes: [UInt8], bits: Int? = nil) {
        self.bytes = bytes
        self.bitCount = bits ?? bytes.count * 8
    }

    /// Whether the frame has only whole bytes, and therefore a CRC.
    public var isWholeBytes: Bool { bitCount == bytes.count * 8 }

    /// REQA: requests tags in IDLE. Source: ISO/IEC 14443-3 §6.4.1.
    public static let reqa = RFFrame([0x26], bits: 7)
    /// WUPA: requests tags in IDLE and HALT. Source: ISO/IEC 14443-3 §6.4.1.
    public static let wupa = RFFrame([0x52], bits: 7)
    /// HLTA: puts the ACTIVE tag into HALT; a tag that obeys is silent. Source: ISO/IEC 14443-3 §6.4.3.
    public static let hlta = RFFrame([0x50, 0x00])
    /// The 4-bit ACK. Source: NXP NTAG213/215/216 data sheet §9.3.
    public static let ack = RFFrame([0x0A], bits: 4)
    /// Returns the 4-bit NAK with this code. Source: NXP NTAG213/215/216 data sheet §9.3.
    public static func nak(_ code: UInt8) -> RFFrame { RFFrame([code & 0x0F], bits: 4) }

    /// Whether the frame is a data command. REQA, WUPA, anticollision and SELECT, HLTA, RATS, PPS, and the R- and
    /// S-blocks of ISO-DEP are not.
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

    /// Whether the frame has a CRC. Anticollision frames and short frames have none; SELECT and all later frames have
    /// one.
    var carriesCRC: Bool {
        guard isWholeBytes, bytes.count > 1 else { return isWholeBytes }
        let isAnticollision = [0x93, 0x95, 0x97].contains(bytes[0]) && bytes[1] != 0x70
        return !isAnticollision
    }

    /// Returns the frame with one bit inverted. Bit numbers past the end wrap around.
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
    /// The response without its CRC, or nil if the tag does not respond.
    public var frame: RFFrame?
    /// The tag's processing time in microseconds (4,100 for an EEPROM page).
    public var busyMicroseconds: Int
    /// The number of EEPROM pages programmed.
    public var pagesWritten: Int
    /// Whether persistent state changed. If so, the tag's file must be updated before the response is sent.
    public var mustStore: Bool

    /// Creates a response with the given frame; nil for silence.
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
