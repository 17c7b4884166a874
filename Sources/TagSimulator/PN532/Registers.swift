/// The registers of the chip's contactless interface unit (CIU), with addresses `0x6300...0x633F`.
///
/// Registers that affect the transmission have names here. The others only store the values that the host
/// writes. Registers at other addresses read as 0 and cannot be written. Source: NXP PN532/C1 data sheet
/// §8.6.23.
struct Registers {
    private var values = [UInt8](repeating: 0, count: 0x40)
    /// The content of the CIU's FIFO buffer, which holds up to 64 bytes.
    private(set) var fifo: [UInt8] = []

    static let txMode: UInt16 = 0x6302
    static let rxMode: UInt16 = 0x6303
    static let txControl: UInt16 = 0x6304
    static let txAuto: UInt16 = 0x6305
    static let manualReceive: UInt16 = 0x630D
    static let command: UInt16 = 0x6331
    static let fifoData: UInt16 = 0x6339
    static let fifoLevel: UInt16 = 0x633A
    static let control: UInt16 = 0x633C
    static let bitFraming: UInt16 = 0x633D

    /// Creates the registers with their values after a reset: the antenna drivers are off, and the other
    /// registers that hosts read are 0.
    init() { self[Self.txControl] = 0x80 }

    /// The value of the register at an address. Unlike ``read(_:)`` and ``write(_:_:)``, the subscript does
    /// not affect the FIFO buffer.
    subscript(address: UInt16) -> UInt8 {
        get { (0x6300...0x633F).contains(address) ? values[Int(address - 0x6300)] : 0 }
        set { if (0x6300...0x633F).contains(address) { values[Int(address - 0x6300)] = newValue } }
    }

    /// Returns the value that a host reads from a register. Reading `FIFOData` removes the next byte from the
    /// FIFO buffer.
    mutating func read(_ address: UInt16) -> UInt8 {
        switch address {
        case Self.fifoData: fifo.isEmpty ? 0 : fifo.removeFirst()
        case Self.fifoLevel: UInt8(fifo.count)
        default: self[address]
        }
    }

    /// Writes a value that a host sends to a register.
    ///
    /// - Returns: If the write starts a transmission (StartSend with the Transceive command), the content of
    ///   the FIFO buffer, which the caller must transmit; otherwise nil.
    mutating func write(_ address: UInt16, _ value: UInt8) -> [UInt8]? {
        switch address {
        case Self.fifoData:
            if fifo.count < 64 { fifo.append(value) }
        case Self.fifoLevel:
            if value & 0x80 != 0 { fifo = [] }
        case Self.bitFraming:
            self[address] = value & 0x7F
            let transceive: UInt8 = 0x0C
            if value & 0x80 != 0, self[Self.command] & 0x0F == transceive { return fifo }
        default: self[address] = value
        }
        return nil
    }

    /// Replaces the content of the FIFO buffer with the first 64 of the given bytes, such as those of a
    /// received frame.
    mutating func fill(_ bytes: [UInt8]) { fifo = Array(bytes.prefix(64)) }
}

extension Registers {
    /// Whether the chip appends a CRC to each frame that it sends.
    var sendsCRC: Bool { self[Self.txMode] & 0x80 != 0 }
    /// Whether the chip verifies the CRC of a response and removes it.
    var checksCRC: Bool { self[Self.rxMode] & 0x80 != 0 }
    /// The number of bits of the last byte to send. 0 means that all 8 bits are sent.
    var lastBits: Int { Int(self[Self.bitFraming] & 0x07) }
    /// Whether the host, instead of the chip, sends and receives the parity bits.
    var parityIsOff: Bool { self[Self.manualReceive] & 0x10 != 0 }
    /// Whether the chip sends and receives with ISO/IEC 14443 type A modulation at 106 kbit/s.
    var isTypeA: Bool { (self[Self.txMode] | self[Self.rxMode]) & 0x73 == 0 }

    /// Sets the registers for framing, speed and CRC as the chip does before it activates a tag. `modulation`
    /// is the BrTy parameter of InListPassiveTarget.
    mutating func prepare(modulation: UInt8) {
        let mode: UInt8 =
            switch modulation {
            case 1: 0x92
            case 2: 0xA2
            case 3: 0x83
            default: 0x80
            }
        self[Self.txMode] = mode
        self[Self.rxMode] = mode
        self[Self.bitFraming] = 0
        let force100ASK: UInt8 = 0x40
        if mode == 0x80 { self[Self.txAuto] |= force100ASK } else { self[Self.txAuto] &= ~force100ASK }
    }
}
