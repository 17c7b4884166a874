import TagKit

/// The chip's commands for configuration and diagnosis. Source: UM0701-02 §7.2 and §7.3.1.
extension VirtualPN532 {
    /// Diagnose (§7.2.1): performs a self-test. The communication line test returns its parameters, and the
    /// memory and antenna tests always pass.
    mutating func diagnose(_ parameters: [UInt8]) -> Result {
        guard let test = parameters.first else { return .syntaxError }
        switch test {
        case 0x00: return .data(parameters)
        case 0x01, 0x02, 0x07: return .data([0x00])
        // Polling test: all 128 FeliCa polls failed.
        case 0x04: return .data([0x80])
        // Checks if the ISO-DEP target is present: R(NAK) is answered by R(ACK).
        case 0x06:
            guard targets.last?.dep != nil else { return .status(.wrongContext) }
            guard case .frame = antenna.exchange(RFFrame([0xB2]), timeout: answerMicroseconds ?? 0)
            else { return .status(.timeout) }
            return .status(.done)
        default: return .syntaxError
        }
    }

    /// GetGeneralStatus (§7.2.3): returns the last error, whether an external field is present, each target
    /// with its bit rate (106 kbit/s) and modulation type, and the status of the SAM.
    func generalStatus() -> Result {
        let list = targets.flatMap { target -> [UInt8] in [target.number, 0x00, 0x00, 0x00] }
        return .data([0x00, 0x00, UInt8(targets.count)] + list + [0x80])
    }

    /// ReadRegister (§7.2.4): returns the values of the registers. The response has no status byte.
    mutating func readRegisters(_ parameters: [UInt8]) -> Result {
        guard !parameters.isEmpty, parameters.count.isMultiple(of: 2) else { return .syntaxError }
        var values: [UInt8] = []
        for at in stride(from: 0, to: parameters.count, by: 2) {
            values.append(registers.read(UInt16(bytes: parameters[at...at + 1])))
        }
        return .data(values)
    }

    /// WriteRegister (§7.2.5): writes registers. The response has neither data nor a status byte.
    mutating func writeRegisters(_ parameters: [UInt8]) -> Result {
        guard !parameters.isEmpty, parameters.count.isMultiple(of: 3) else { return .syntaxError }
        for at in stride(from: 0, to: parameters.count, by: 3) {
            let address = UInt16(bytes: parameters[at...at + 1])
            guard let bytes = registers.write(address, parameters[at + 2]) else { continue }
            registers.fill((try? transceive(bytes)) ?? [])
        }
        return .data([])
    }

    /// SetSerialBaudRate (§7.2.8): changes the rate of the serial line. The chip still responds at the old
    /// rate; the new one takes effect after the host's ACK.
    mutating func setSerialBaudRate(_ parameters: [UInt8]) -> Result {
        let rates = [9_600, 19_200, 38_400, 57_600, 115_200, 230_400, 460_800, 921_600, 1_288_000]
        guard parameters.count == 1, rates.indices.contains(Int(parameters[0])) else { return .syntaxError }
        nextBaudRate = rates[Int(parameters[0])]
        return .data([])
    }

    /// SetParameters (§7.2.9): sets the chip's flags, such as the one for automatic RATS.
    mutating func setParameters(_ bytes: [UInt8]) -> Result {
        guard bytes.count == 1 else { return .syntaxError }
        parameters = bytes[0]
        return .data([])
    }

    /// SAMConfiguration (§7.2.10): accepts every defined mode without effect, because the chip has no SAM.
    mutating func configureSAM(_ parameters: [UInt8]) -> Result {
        guard (1...3).contains(parameters.count), (1...4).contains(parameters[0]) else { return .syntaxError }
        return .data([])
    }

    /// PowerDown (§7.2.11): switches the field off, releases all targets, and puts the chip to sleep until
    /// bytes on the serial line wake it.
    mutating func powerDown(_ parameters: [UInt8]) -> Result {
        guard (1...2).contains(parameters.count) else { return .syntaxError }
        setCarrier(false)
        isAsleep = true
        return .status(.done)
    }

    /// RFConfiguration (§7.3.1): switches the field on or off, or sets timeouts and retry counts.
    mutating func configureRadio(_ parameters: [UInt8]) -> Result {
        let lengths: [UInt8: Int] = [1: 1, 2: 3, 4: 1, 5: 3, 0x0A: 11, 0x0B: 8, 0x0C: 3, 0x0D: 9]
        guard let item = parameters.first, lengths[item] == parameters.count - 1 else { return .syntaxError }
        switch item {
        case 1:
            setCarrier(parameters[1] & 0x01 != 0)
            // Observed on hardware: collision avoidance appears as automatic drivers in CIU_TxAuto.
            let automaticDrivers: UInt8 = 0x03
            if parameters[1] & 0x02 != 0 { registers[Registers.txAuto] |= automaticDrivers }
        case 2: timeoutCode = parameters[3]
        case 4: exchangeRetries = parameters[1]
        case 5: activationRetries = parameters[3]
        default: break  // Analog settings: the field here has no strength.
        }
        return .data([])
    }

    /// Switches the field on or off. Without the field, the tags lose power, so all targets are released.
    mutating func setCarrier(_ on: Bool) {
        if on { antenna.field.switchOn() } else { antenna.field.switchOff() }
        registers[Registers.txControl] = on ? 0x83 : 0x80
        if !on { targets = [] }
    }

    /// The time limit for a tag's response in microseconds: 100 × 2^(code − 1); nil if there is no limit
    /// (§7.3.1 item 2).
    var answerMicroseconds: Int? {
        timeoutCode == 0 ? nil : 100 << (Int(min(timeoutCode, 0x10)) - 1)
    }
}
