extension RFFrame {
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
