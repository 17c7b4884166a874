import SimulationKit

/// A fault between host and chip, at a frame of the host counted from 0.
public enum LineFault: Hashable, Sendable {
    /// The chip acknowledges neither this frame nor any later one.
    case stalls
    /// The port disappears before the frame is acknowledged, as if the reader were unplugged.
    case vanishes
    /// The chip rejects this frame and every later one with a NACK, which requests the frame again (UM0701-02
    /// §6.2.1.4).
    case refuses
    /// From this frame on, the line carries only endless noise.
    case floods
    /// From this frame on, each byte arrives this number of microseconds after the previous one.
    case drips(microseconds: Int)
    /// Only this number of bytes of the response arrives. The ACK is complete.
    case cutsAnswer(bytes: Int)
    /// The response is delayed by this number of microseconds. The ACK is not delayed.
    case answersLate(microseconds: Int)
    /// One bit of the response frame is inverted. Bit numbers past the end wrap around.
    case flipsAnswerBit(Int)
    /// One bit of the ACK frame is inverted.
    case flipsAcknowledgementBit(Int)

    /// Whether the fault affects the given frame and everything that the chip sends afterwards.
    var lasts: Bool {
        switch self {
        case .stalls, .vanishes, .refuses, .floods, .drips: true
        case .cutsAnswer, .answersLate, .flipsAnswerBit, .flipsAcknowledgementBit: false
        }
    }

    /// Applies the fault to the steps after a frame. The ACK is the first write, the response the last one.
    func apply(to steps: inout [ReaderService.Step]) {
        let writes = steps.indices.filter { if case .write = steps[$0] { true } else { false } }
        switch self {
        case .stalls, .vanishes: steps = []
        case .refuses: steps = [.write(Frame.nack.bytes)]
        case .floods: steps = [.flood(SeededGenerator(seed: 0))]
        case .drips(let time): steps = steps.flatMap { $0.drips(every: time) }
        case .cutsAnswer(let count):
            Self.change(writes.last, of: &steps) { $0 = Array($0.prefix(max(0, count))) }
        case .answersLate(let time): steps.insert(.wait(microseconds: time), at: writes.last ?? 0)
        case .flipsAnswerBit(let bit): Self.change(writes.last, of: &steps) { Self.flip(bit, in: &$0) }
        case .flipsAcknowledgementBit(let bit):
            Self.change(writes.first, of: &steps) { Self.flip(bit, in: &$0) }
        }
    }

    private static func change(
        _ index: Int?, of steps: inout [ReaderService.Step], _ body: (inout [UInt8]) -> Void
    ) {
        guard let index, case .write(var bytes) = steps[index], !bytes.isEmpty else { return }
        body(&bytes)
        steps[index] = .write(bytes)
    }

    private static func flip(_ bit: Int, in bytes: inout [UInt8]) {
        let place = Int(bit.magnitude % UInt(bytes.count * 8))
        bytes[place / 8] ^= 1 << UInt8(place % 8)
    }
}

extension ReaderService.Step {
    /// Returns steps that write the bytes one by one, at the given interval in microseconds.
    fileprivate func drips(every time: Int) -> [Self] {
        guard case .write(let bytes) = self else { return [self] }
        return bytes.flatMap { [.wait(microseconds: time), .write([$0])] }
    }
}
