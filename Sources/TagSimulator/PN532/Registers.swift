/// The registers of the chip's contactless unit (CIU), `0x6300...0x633F`.
///
/// Registers that affect the transmission have names; the others only store what was written. Outside of the
/// range, registers read as 0 and cannot be written. Source: NXP PN532/C1 data sheet §8.6.23.
struct Registers {
    private var values = [UInt8](repeating: 0, count: 0x40)
    /// The CIU's buffer of at most 64 bytes.
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

    /// Creates the state after a reset: the drivers are off, and the other registers that hosts read are 0.
    init() { self[Self.txControl] = 0x80 }

    /// Returns the value of a register. Setting it has no side effect.
    subscript(address: UInt16) -> UInt8 {
        get { (0x6300...0x633F).contains(address) ? values[Int(address - 0x6300)] : 0 }
        set { if (0x6300...0x633F).contains(address) { values[Int(address - 0x6300)] = newValue } }
    }

    /// Reads a register as the host does. `FIFOData` returns the next byte of the buffer.
    mutating func read(_ address: UInt16) -> UInt8 {
        switch address {
        case Self.fifoData: fifo.isEmpty ? 0 : fifo.removeFirst()
        case Self.fifoLevel: UInt8(fifo.count)
        default: self[address]
        }
    }

    /// Writes a register as a command of the host does.
    ///
    /// - Returns: The buffer's bytes if the write starts their transmission (StartSend with the command Transceive),
    ///   otherwise nil.
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

    /// Replaces the buffer with `bytes`, as a transmission or a response does.
    mutating func fill(_ bytes: [UInt8]) { fifo = Array(bytes.prefix(64)) }
}

extension Registers {
    /// Whether the chip appends a CRC to its frames.
    var sendsCRC: Bool { self[Self.txMode] & 0x80 != 0 }
    /// Whether the chip checks and removes the CRC of a response.
    var checksCRC: Bool { self[Self.rxMode] & 0x80 != 0 }
    /// The number of bits of the last byte to send; 0 means all.
    var lastBits: Int { Int(self[Self.bitFraming] & 0x07) }
    /// Whether the host processes parity bits itself.
    var parityIsOff: Bool { self[Self.manualReceive] & 0x10 != 0 }
    /// Whether both directions use type A at 106 kbit/s.
    var isTypeA: Bool { (self[Self.txMode] | self[Self.rxMode]) & 0x73 == 0 }

    /// Sets the registers as an activation of `modulation` (a BrTy of InListPassiveTarget) does: framing, speed, CRC
    /// on.
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
