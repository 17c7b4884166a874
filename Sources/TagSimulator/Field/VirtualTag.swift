public import SimulationKit
public import TagDumps
public import TagKit

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
    mutating func receive(_ frame: RFFrame, tear: TornWrite?) -> RFResponse

    /// MIFARE Classic authentication as a whole (its cipher is not modelled): true when `key` opens the sector.
    ///
    /// A tag that is not a MIFARE Classic, not ACTIVE, or given the wrong key is silent and drops out of ACTIVE.
    ///
    /// - Parameter uid: The UID that the reader puts into the cipher; a wrong one fails.
    mutating func authenticate(block: UInt8, key: ClassicKey, uid: [UInt8]) -> Bool

    /// The tag as it would stand in a file: everything that survives without a field.
    var image: TagImage { get }
}

extension VirtualTag {
    /// No MIFARE Classic: the command is an unknown one.
    public mutating func authenticate(block: UInt8, key: ClassicKey, uid: [UInt8]) -> Bool {
        _ = receive(RFFrame([key.slot == .a ? 0x60 : 0x61, block]), tear: nil)
        return false
    }
}

/// A frame on the air, without its CRC.
public struct RFFrame: Hashable, Sendable {
    /// Bits in the order of sending, the lowest bit of each byte first; the last byte may hold fewer than eight.
    public var bytes: [UInt8]
    /// How many bits are sent: 7 for a short frame, 4 for an ACK or NAK, else eight for each byte.
    public var bitCount: Int

    /// A frame of whole bytes, or of `bits` bits.
    public init(_ bytes: [UInt8], bits: Int? = nil) {
        self.bytes = bytes
        self.bitCount = bits ?? bytes.count * 8
    }

    /// Whether the frame has whole bytes, and so a CRC behind it.
    public var isWholeBytes: Bool { bitCount == bytes.count * 8 }

    /// REQA: asks tags in IDLE. Source: ISO/IEC 14443-3 §6.4.1.
    public static let reqa = RFFrame([0x26], bits: 7)
    /// WUPA: asks tags in IDLE and HALT. Source: ISO/IEC 14443-3 §6.4.1.
    public static let wupa = RFFrame([0x52], bits: 7)
    /// HLTA: sends the ACTIVE tag to HALT; silence is the right answer. Source: ISO/IEC 14443-3 §6.4.3.
    public static let hlta = RFFrame([0x50, 0x00])
    /// The 4-bit ACK. Source: NXP NTAG213/215/216 data sheet §9.3.
    public static let ack = RFFrame([0x0A], bits: 4)
    /// The 4-bit NAK with its code. Source: NXP NTAG213/215/216 data sheet §9.3.
    public static func nak(_ code: UInt8) -> RFFrame { RFFrame([code & 0x0F], bits: 4) }

    /// REQA, WUPA, anticollision and SELECT, HLTA, RATS, PPS, and the R- and S-blocks of ISO-DEP bring no data.
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

    /// Anticollision frames and short frames have no CRC; SELECT and all that follows it have one.
    var carriesCRC: Bool {
        guard isWholeBytes, bytes.count > 1 else { return isWholeBytes }
        let isAnticollision = [0x93, 0x95, 0x97].contains(bytes[0]) && bytes[1] != 0x70
        return !isAnticollision
    }

    /// The frame with one bit the other way round; the bit is counted from the first one, over and over.
    func invertingBit(_ bit: Int) -> RFFrame {
        guard bitCount > 0 else { return self }
        let index = Int(bit.magnitude % UInt(bitCount))
        var damaged = self
        damaged.bytes[index / 8] ^= 1 << UInt8(index % 8)
        return damaged
    }
}

/// What a tag answers to one frame.
public struct RFResponse: Hashable, Sendable {
    /// The answer without its CRC; nil is silence.
    public var frame: RFFrame?
    /// How long the tag was busy before it answered, in microseconds (an EEPROM page takes 4,100).
    public var busyMicroseconds: Int
    /// How many EEPROM pages the tag programmed.
    public var pagesWritten: Int
    /// Whether anything changed that outlasts the field: the tag's file has to follow before the answer goes out.
    public var mustStore: Bool

    /// An answer, or silence.
    public init(_ frame: RFFrame?, busyMicroseconds: Int = 0, pagesWritten: Int = 0, mustStore: Bool = false)
    {
        self.frame = frame
        self.busyMicroseconds = busyMicroseconds
        self.pagesWritten = pagesWritten
        self.mustStore = mustStore || pagesWritten > 0
    }

    /// Nothing is sent.
    public static let silence = RFResponse(nil)
}
