import TagKit

/// A decoder for frames in a stream of bytes. The stream may be delivered in pieces of any size.
///
/// Bytes before a start code (wake-up bytes, preambles, noise) are skipped. After a frame with a wrong
/// checksum, the search continues directly after that frame's start code. A valid frame inside the damaged
/// frame is therefore not lost. The decoder buffers at most one frame.
///
/// Source: NXP UM0701-02 §6.2.1.
public struct FrameDecoder: Sendable {
    private var pending: [UInt8] = []

    /// Creates a decoder with an empty buffer.
    public init() {}

    /// The number of buffered bytes of an incomplete frame: at most 275.
    public var pendingCount: Int { pending.count }

    /// Processes the next bytes of the stream.
    ///
    /// - Returns: The frames that these bytes complete, in order.
    public mutating func receive(_ bytes: some Sequence<UInt8>) -> [Frame] {
        var frames: [Frame] = []
        for byte in bytes {
            pending.append(byte)
            while let frame = next() { frames.append(frame) }
        }
        return frames
    }

    /// Discards the buffered bytes of an incomplete frame.
    mutating func reset() { pending = [] }

    private enum Reading { case needsMore, noFrame, frame(Frame, length: Int) }

    /// Removes the first complete frame, and everything before it, from `pending`. Returns the frame, or nil
    /// if no frame is complete yet.
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

    /// Discards the bytes of `pending` that precede the first start code (`00 FF`). A `00` at the end is
    /// kept, because it can begin a start code.
    ///
    /// - Returns: `true` if `pending` begins with a start code.
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

    /// Parses the frame whose start code is at the beginning of `pending`, without removing it.
    private func read() -> Reading {
        guard pending.count >= 4 else { return .needsMore }
        switch (pending[2], pending[3]) {
        case (0x00, 0xFF): return .frame(.ack, length: 4)
        case (0xFF, 0x00): return .frame(.nack, length: 4)
        case (0xFF, 0xFF):
            guard pending.count >= 7 else { return .needsMore }
            guard Frame.checksum(pending[4...5]) == pending[6] else { return .noFrame }
            return information(count: Int(bytes: pending[4...5]), from: 7)
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
    /// Acknowledges the previous frame. An ACK from the host also aborts the command that the chip is
    /// executing.
    case ack
    /// Requests the previous response again. Sent only by the host.
    case nack
    /// The chip's report of an unknown command or invalid parameters.
    case syntaxError
    /// A command (`0xD4`, command code, parameters) or a response (`0xD5`, command code + 1, data) of 1 to
    /// 265 bytes.
    case information([UInt8])

    /// The maximum number of bytes in an information frame, including the frame identifier TFI (§6.2.1.2).
    public static let largestInformation = 265

    /// The encoded frame, from preamble to postamble.
    ///
    /// A frame with up to 255 bytes is encoded as a normal information frame, a longer one as an extended
    /// information frame.
    public var bytes: [UInt8] {
        switch self {
        case .ack: [0x00, 0x00, 0xFF, 0x00, 0xFF, 0x00]
        case .nack: [0x00, 0x00, 0xFF, 0xFF, 0x00, 0x00]
        case .syntaxError: Frame.information([0x7F]).bytes
        case .information(let data): Self.header(data.count) + data + [Self.checksum(data), 0x00]
        }
    }

    /// Returns the checksum of `bytes`: the value that makes the sum of all bytes and the checksum 0, modulo
    /// 256.
    static func checksum(_ bytes: some Sequence<UInt8>) -> UInt8 {
        0 &- bytes.reduce(0, &+)
    }

    private static func header(_ count: Int) -> [UInt8] {
        precondition(
            (1...largestInformation).contains(count), "an information frame must have 1 to 265 bytes")
        if count <= 0xFF {
            let length = UInt8(count)
            return [0x00, 0x00, 0xFF, length, checksum([length])]
        }
        let length = [UInt8(count >> 8), UInt8(count & 0xFF)]
        return [0x00, 0x00, 0xFF, 0xFF, 0xFF] + length + [checksum(length)]
    }
}
