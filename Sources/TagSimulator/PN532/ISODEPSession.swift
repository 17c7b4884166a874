/// The chip's side of ISO-DEP with one tag. It handles block numbers, chaining in both directions, and
/// waiting time extensions, within the limits of the chip's small buffers.
///
/// Source: ISO/IEC 14443-4 §7; UM0701-02 §7.3.8 for responses longer than the chip's buffer.
struct ISODEPSession {
    /// The maximum number of data bytes that the chip returns in one response to the host (UM0701-02 §7.3.8).
    static let largestAnswer = 262
    /// The size in bytes of the chip's radio buffer, and therefore of the longest block, including its CRC.
    private static let chipFrame = 64
    /// The maximum number of consecutive waiting time extensions. If the tag requests this many, the chip
    /// reports a timeout.
    private static let mostExtensions = 64

    private let blockBytes: Int
    private var number: UInt8 = 0
    /// Whether the tag's response is incomplete. If so, the host must request the rest.
    private var isReceiving = false

    /// Creates a session with a tag. `ats` is the tag's response to RATS, including its length byte TL.
    init(ats: [UInt8]) {
        let frame = ISODEPTarget.frameBytes(ats.count >= 2 ? ats[1] & 0x0F : 2)
        blockBytes = min(frame, Self.chipFrame) - 3
    }

    /// Sends data to the tag and collects its response. If `data` is empty and the previous response was
    /// incomplete, requests the rest of that response.
    ///
    /// If `more` is true, the host will send more data of the same message, so the tag only acknowledges this
    /// part. `timeout` is the time limit for the response to each block, in microseconds.
    ///
    /// - Returns: The tag's data, at most ``largestAnswer`` bytes, and whether the response continues.
    mutating func exchange(
        _ data: [UInt8], more: Bool, over antenna: inout Antenna, timeout: Int
    ) throws(Status) -> (data: [UInt8], more: Bool) {
        var block: [UInt8]
        if isReceiving, data.isEmpty {
            block = try send([0xA2 | number], over: &antenna, timeout: timeout)
        } else {
            isReceiving = false
            block = []
            var rest = data[...]
            repeat {
                let part = rest.prefix(blockBytes)
                rest = rest.dropFirst(part.count)
                let chains = !rest.isEmpty || more
                block = try send(
                    [0x02 | number | (chains ? 0x10 : 0)] + part, over: &antenna, timeout: timeout)
                guard chains else { break }
                guard block[0] & 0xF6 == 0xA2, block[0] & 1 == number else { throw .protocolError }
                number ^= 1
                if rest.isEmpty { return ([], false) }
            } while true
        }
        return try collect(first: block, over: &antenna, timeout: timeout)
    }

    private mutating func collect(
        first: [UInt8], over antenna: inout Antenna, timeout: Int
    ) throws(Status) -> (data: [UInt8], more: Bool) {
        var data: [UInt8] = []
        var block = first
        while true {
            guard block[0] & 0xE2 == 0x02, block[0] & 1 == number else { throw .protocolError }
            number ^= 1
            data += block.dropFirst()
            guard data.count <= Self.largestAnswer else { throw .bufferTooSmall }
            isReceiving = block[0] & 0x10 != 0
            guard isReceiving else { return (data, false) }
            if data.count + Self.chipFrame - 3 > Self.largestAnswer { return (data, true) }
            block = try send([0xA2 | number], over: &antenna, timeout: timeout)
        }
    }

    /// Sends one block and returns the tag's response. If the tag requests more time with S(WTX), grants the
    /// request. Throws the chip's status if the response is missing, late or damaged.
    private func send(
        _ block: [UInt8], over antenna: inout Antenna, timeout: Int
    ) throws(Status) -> [UInt8] {
        var outgoing = block
        for _ in 0..<Self.mostExtensions {
            switch antenna.exchange(RFFrame(outgoing), timeout: timeout) {
            case .silence: throw .timeout
            case .collision, .damaged: throw .crcError
            case .frame(let answer):
                guard let pcb = answer.bytes.first, answer.isWholeBytes else { throw .crcError }
                guard pcb == 0xF2 else { return answer.bytes }
                outgoing = answer.bytes
            }
        }
        throw .timeout
    }
}
