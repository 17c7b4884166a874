import TagKit

/// The chip's commands that exchange data with a tag. Source: UM0701-02 §7.3.8 and §7.3.9.
extension VirtualPN532 {
    /// InDataExchange (§7.3.8): exchanges data with a target. The data must be a MIFARE command unless the
    /// target supports ISO-DEP.
    mutating func exchangeData(_ parameters: [UInt8]) -> Result {
        guard let first = parameters.first else { return .syntaxError }
        let data = Array(parameters.dropFirst())
        guard let index = targets.firstIndex(where: { $0.number == first & 0x3F })
        else { return .status(.wrongContext) }
        guard targets[index].dep != nil || MIFARECommand(data) != nil else { return .syntaxError }
        guard let timeout = answerMicroseconds else { return .nothing }
        guard wake(index) else { return .status(.timeout) }
        do throws(Status) {
            if targets[index].dep != nil {
                let more = first & 0x40 != 0
                let answer = try exchangeDEP(data, more: more, target: index, timeout: timeout)
                return .data([answer.more ? 0x40 : 0x00] + answer.data)
            }
            guard let command = MIFARECommand(data) else { return .syntaxError }
            return .data([0x00] + (try exchange(command, timeout: timeout)))
        } catch {
            return .status(error)
        }
    }

    /// InCommunicateThru (§7.3.9): sends bytes to the tag unchanged. The CIU_TxMode and CIU_RxMode registers
    /// determine whether the chip adds and verifies CRCs.
    mutating func communicateThrough(_ parameters: [UInt8]) -> Result {
        guard answerMicroseconds != nil else { return .nothing }
        do throws(Status) {
            let answer = try transceive(parameters)
            // The limit of the chip's buffer: 65 pages of FAST_READ fit, 66 do not.
            guard answer.count <= ISODEPSession.largestAnswer else { throw .bufferTooSmall }
            return .data([0x00] + answer)
        } catch {
            return .status(error)
        }
    }

    /// Sends bytes to the tag and returns the response. The registers define the framing and the CRC. Throws
    /// the chip's status if the response is missing, late or damaged.
    mutating func transceive(_ bytes: [UInt8]) throws(Status) -> [UInt8] {
        guard let timeout = answerMicroseconds else { throw .timeout }
        registers[Registers.control] &= ~0x07
        guard let frame = outgoing(bytes) else {
            antenna.wait(timeout)
            throw .timeout
        }
        switch antenna.exchange(frame, timeout: timeout) {
        case .silence: throw .timeout
        case .collision, .damaged: throw .crcError
        case .frame(let answer): return try incoming(answer, to: frame)
        }
    }

    /// Returns the frame that the chip transmits for these bytes, or nil if a type A tag could not receive
    /// it. The returned frame omits the CRC, even if the chip transmits one.
    private func outgoing(_ bytes: [UInt8]) -> RFFrame? {
        guard !bytes.isEmpty, registers.isTypeA, !registers.parityIsOff else { return nil }
        if registers.lastBits != 0 {
            return RFFrame(bytes, bits: (bytes.count - 1) * 8 + registers.lastBits)
        }
        let plain = RFFrame(bytes)
        if registers.sendsCRC { return plain.carriesCRC ? plain : nil }
        return plain.carriesCRC ? CRCA.stripped(bytes).map { RFFrame($0) } : plain
    }

    private mutating func incoming(_ answer: RFFrame, to frame: RFFrame) throws(Status) -> [UInt8] {
        let hasCRC = answer.isWholeBytes && frame.carriesCRC
        registers[Registers.control] |= UInt8(answer.bitCount % 8)
        guard registers.checksCRC else { return answer.bytes + (hasCRC ? CRCA.of(answer.bytes) : []) }
        guard hasCRC else { throw .crcError }
        return answer.bytes
    }

    private mutating func exchangeDEP(
        _ data: [UInt8], more: Bool, target index: Int, timeout: Int
    ) throws(Status) -> (data: [UInt8], more: Bool) {
        guard var dep = targets[index].dep else { throw .wrongContext }
        defer { targets[index].dep = dep }
        return try dep.exchange(data, more: more, over: &antenna, timeout: timeout)
    }

    private mutating func exchange(_ command: MIFARECommand, timeout: Int) throws(Status) -> [UInt8] {
        switch command {
        case .authenticate(let block, let key, let uid):
            if antenna.field.authenticate(block: block, key: key, uid: uid) { return [] }
            guard antenna.field.presentCount == 0 else { throw .authenticationFailed }
            antenna.wait(timeout)
            throw .timeout
        case .frames(let parts, let endsInSilence):
            return try send(parts, endsInSilence: endsInSilence, timeout: timeout)
        }
    }

    /// Sends the frames of a MIFARE command one after another and returns the data of the tag's responses. If
    /// the tag responds with a NAK, throws the format error that a real chip reports.
    private mutating func send(
        _ parts: [[UInt8]], endsInSilence: Bool, timeout: Int
    ) throws(Status) -> [UInt8] {
        var data: [UInt8] = []
        for (index, part) in parts.enumerated() {
            guard let answer = try repeated(part, timeout: timeout) else {
                guard endsInSilence, index == parts.count - 1 else { throw .timeout }
                return []
            }
            if answer.bitCount == 4 {
                guard answer.bytes == [0x0A] else { throw .formatError }
            } else {
                data += answer.bytes
            }
        }
        return data
    }

    private mutating func repeated(_ bytes: [UInt8], timeout: Int) throws(Status) -> RFFrame? {
        for _ in 0...Int(exchangeRetries) {
            switch antenna.exchange(RFFrame(bytes), timeout: timeout) {
            case .frame(let answer): return answer
            case .collision, .damaged: throw .crcError
            case .silence: continue
            }
        }
        return nil
    }
}

/// A command that InDataExchange accepts for a MIFARE tag. For any other command, the chip reports a syntax
/// error.
///
/// Source: UM0701-02 §7.3.8.
enum MIFARECommand: Hashable {
    /// Frames to send one after another. If `endsInSilence` is true, a tag that accepts the command does not
    /// respond to the last frame.
    case frames([[UInt8]], endsInSilence: Bool)
    /// A MIFARE Classic authentication. It has no frames, because the PN532 itself runs the authentication
    /// and its cipher.
    case authenticate(block: UInt8, key: ClassicKey, uid: [UInt8])

    /// Decodes a command from the data of InDataExchange. Returns nil if the command is unknown or has a
    /// wrong length.
    init?(_ data: [UInt8]) {
        guard let code = data.first else { return nil }
        switch (code, data.count) {
        // READ, WRITE of 4 bytes, TRANSFER.
        case (0x30, 2), (0xA2, 6), (0xB0, 2): self = .frames([data], endsInSilence: false)
        // WRITE of 16 bytes: the first frame contains the block's number.
        case (0xA0, 18):
            self = .frames([Array(data.prefix(2)), Array(data.dropFirst(2))], endsInSilence: false)
        // DECREMENT, INCREMENT, RESTORE: the tag accepts the operand silently.
        case (0xC0, 6), (0xC1, 6), (0xC2, 6):
            self = .frames([Array(data.prefix(2)), Array(data.dropFirst(2))], endsInSilence: true)
        case (0x60, 12), (0x61, 12):
            let key = ClassicKey(code == 0x60 ? .a : .b, Array(data[2..<8]))
            self = .authenticate(block: data[1], key: key, uid: Array(data[8...]))
        default: return nil
        }
    }
}

/// CRC_A, the checksum of standard frames in ISO/IEC 14443-3 type A (§6.2.4): two bytes, the low byte first.
enum CRCA {
    static func of(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var crc: UInt16 = 0x6363
        for byte in bytes {
            var mixed = byte ^ UInt8(truncatingIfNeeded: crc)
            mixed ^= mixed << 4
            let wide = UInt16(mixed)
            crc = (crc >> 8) ^ (wide << 8) ^ (wide << 3) ^ (wide >> 4)
        }
        return [UInt8(crc & 0xFF), UInt8(crc >> 8)]
    }

    /// Returns `bytes` without the CRC at their end; nil if the CRC is wrong.
    static func stripped(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count >= 3 else { return nil }
        let payload = bytes.dropLast(2)
        return bytes.suffix(2).elementsEqual(of(payload)) ? Array(payload) : nil
    }
}
