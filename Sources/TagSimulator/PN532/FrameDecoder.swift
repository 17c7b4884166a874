/// Finds frames in a stream of bytes, however the stream is cut into pieces.
///
/// Bytes before a start code (wake-up bytes, preambles, noise) are skipped. A frame with a wrong checksum is dropped
/// and the search goes on right behind its start code, so that a true frame inside it is not lost. The decoder keeps
/// at most one frame's bytes.
///
/// Source: NXP UM0701-02 §6.2.1.
public struct FrameDecoder: Sendable {
    private var pending: [UInt8] = []

    /// A decoder that has seen nothing.
    public init() {}

    /// How many bytes are kept because they may belong to a frame that is not complete: at most 275.
    public var pendingCount: Int { pending.count }

    /// Takes the next bytes of the stream.
    ///
    /// - Returns: The frames that are complete with these bytes, in their order.
    public mutating func receive(_ bytes: some Sequence<UInt8>) -> [Frame] {
        var frames: [Frame] = []
        for byte in bytes {
            pending.append(byte)
            while let frame = next() { frames.append(frame) }
        }
        return frames
    }

    /// Forgets the bytes of a frame that is not complete.
    public mutating func reset() { pending = [] }

    private enum Reading { case needsMore, noFrame, frame(Frame, length: Int) }

    /// The first complete frame in `pending`, removed from it with everything in front.
    private mutating func next() -> Frame? {
        while skipToStartCode() {
            switch read() {
            case .needsMore: return nil
            case .noFrame: pending.removeFirst()
            case .frame(let frame, let length):
                pending.removeFirst(length)
                return frame
            }
        }
        return nil
    }

    /// Drops what cannot begin a start code (`00 FF`); true when `pending` begins with one.
    private mutating func skipToStartCode() -> Bool {
        var start = 0
        while start < pending.count {
            let isCode = pending[start] == 0x00 && (start + 1 == pending.count || pending[start + 1] == 0xFF)
            if isCode { break }
            start += 1
        }
        pending.removeFirst(start)
        return pending.count >= 2
    }

    /// Reads the frame whose start code is at the beginning of `pending`.
    private func read() -> Reading {
        guard pending.count >= 4 else { return .needsMore }
        switch (pending[2], pending[3]) {
        case (0x00, 0xFF): return .frame(.ack, length: 4)
        case (0xFF, 0x00): return .frame(.nack, length: 4)
        case (0xFF, 0xFF):
            guard pending.count >= 7 else { return .needsMore }
            guard Frame.checksum(pending[4...5]) == pending[6] else { return .noFrame }
            return information(count: Int(pending[4]) << 8 | Int(pending[5]), from: 7)
        case (let length, let checksum):
            guard Frame.checksum([length]) == checksum else { return .noFrame }
            return information(count: Int(length), from: 4)
        }
    }

    private func information(count: Int, from start: Int) -> Reading {
        guard (1...Frame.largestInformation).contains(count) else { return .noFrame }
        let end = start + count
        guard pending.count > end else { return .needsMore }
        let data = pending[start..<end]
        guard Frame.checksum(data) == pending[end] else { return .noFrame }
        return .frame(data.elementsEqual([0x7F]) ? .syntaxError : .information(Array(data)), length: end + 1)
    }
}

/// A frame between a host and a PN532, without preamble, lengths and checksums.
///
/// Source: NXP UM0701-02 §6.2.1.
public enum Frame: Hashable, Sendable {
    /// The other side has the last frame; from the host it also aborts the command that runs.
    case ack
    /// The host did not get the last answer and wants it again.
    case nack
    /// The chip does not know the command, or its parameters make no sense.
    case syntaxError
    /// A command (`0xD4`, code, parameters) or an answer (`0xD5`, code + 1, data): 1...265 bytes.
    case information([UInt8])

    /// The most bytes that one information frame carries, the frame identifier included (§6.2.1.2).
    public static let largestInformation = 265

    /// The frame as it stands on the wire, from preamble to postamble.
    ///
    /// Up to 255 bytes make a normal frame, more an extended one.
    public var bytes: [UInt8] {
        switch self {
        case .ack: [0x00, 0x00, 0xFF, 0x00, 0xFF, 0x00]
        case .nack: [0x00, 0x00, 0xFF, 0xFF, 0x00, 0x00]
        case .syntaxError: Frame.information([0x7F]).bytes
        case .information(let data): Self.header(data.count) + data + [Self.checksum(data), 0x00]
        }
    }

    /// The byte that makes the sum of `bytes` and itself zero, modulo 256.
    static func checksum(_ bytes: some Sequence<UInt8>) -> UInt8 {
        0 &- bytes.reduce(0, &+)
    }

    private static func header(_ count: Int) -> [UInt8] {
        precondition((1...largestInformation).contains(count), "an information frame has 1...265 bytes")
        if count <= 0xFF {
            let length = UInt8(count)
            return [0x00, 0x00, 0xFF, length, checksum([length])]
        }
        let length = [UInt8(count >> 8), UInt8(count & 0xFF)]
        return [0x00, 0x00, 0xFF, 0xFF, 0xFF] + length + [checksum(length)]
    }
}
