/// The registers of the chip's contactless unit (CIU), `0x6300...0x633F`.
///
/// Those that matter for what goes over the air have names; the others keep what was written. Outside of the range
/// a register reads 0 and cannot be written. Source: NXP PN532/C1 data sheet §8.6.23.
struct Registers {
    private var values = [UInt8](repeating: 0, count: 0x40)
    /// The CIU's buffer: at most 64 bytes.
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

    /// After a reset: the drivers are off, all else is 0 as far as hosts look.
    init() { self[Self.txControl] = 0x80 }

    /// The value of a register; changing it so has no side effect.
    subscript(address: UInt16) -> UInt8 {
        get { (0x6300...0x633F).contains(address) ? values[Int(address - 0x6300)] : 0 }
        set { if (0x6300...0x633F).contains(address) { values[Int(address - 0x6300)] = newValue } }
    }

    /// Reads as the host does: `FIFOData` gives the buffer's next byte.
    mutating func read(_ address: UInt16) -> UInt8 {
        switch address {
        case Self.fifoData: fifo.isEmpty ? 0 : fifo.removeFirst()
        case Self.fifoLevel: UInt8(fifo.count)
        default: self[address]
        }
    }

    /// Writes as the host does.
    ///
    /// - Returns: The buffer's bytes when the write starts their transmission (StartSend with the command
    ///   Transceive), else nil.
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

    /// Leaves `bytes` in the buffer, as a transmission or an answer does.
    mutating func fill(_ bytes: [UInt8]) { fifo = Array(bytes.prefix(64)) }
}

extension Registers {
    /// The chip adds a CRC to what it sends.
    var sendsCRC: Bool { self[Self.txMode] & 0x80 != 0 }
    /// The chip checks and removes the CRC of an answer.
    var checksCRC: Bool { self[Self.rxMode] & 0x80 != 0 }
    /// How many bits of the last byte are sent; 0 means all.
    var lastBits: Int { Int(self[Self.bitFraming] & 0x07) }
    /// The host handles parity bits itself.
    var parityIsOff: Bool { self[Self.manualReceive] & 0x10 != 0 }
    /// Both directions speak type A at 106 kbit/s.
    var isTypeA: Bool { (self[Self.txMode] | self[Self.rxMode]) & 0x73 == 0 }

    /// What an activation of `modulation` (a BrTy of InListPassiveTarget) leaves behind: framing, speed, CRC on.
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
