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
