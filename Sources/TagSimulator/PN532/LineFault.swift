import SimulationKit

/// What goes wrong between host and chip, at a frame of the host counted from 0.
public enum LineFault: Hashable, Sendable {
    /// The chip neither acknowledges this frame nor any later one.
    case stalls
    /// The port is gone before the frame is acknowledged, as when the reader is pulled out.
    case vanishes
    /// The chip asks for this frame and every later one again, and never has enough (NACK, UM0701-02 §6.2.1.4).
    case refuses
    /// From this frame on the line carries noise without an end, and nothing else.
    case floods
    /// From this frame on each byte comes so many microseconds behind the one before it.
    case drips(microseconds: Int)
    /// Only so many bytes of the answer come; the ACK is whole.
    case cutsAnswer(bytes: Int)
    /// The answer comes so many microseconds late; the ACK comes in time.
    case answersLate(microseconds: Int)
    /// One bit of the answer frame is turned over, counted from the first bit, over and over.
    case flipsAnswerBit(Int)
    /// One bit of the ACK frame is turned over.
    case flipsAcknowledgementBit(Int)

    /// Whether it holds for all that the chip says from its frame on.
    var lasts: Bool {
        switch self {
        case .stalls, .vanishes, .refuses, .floods, .drips: true
        case .cutsAnswer, .answersLate, .flipsAnswerBit, .flipsAcknowledgementBit: false
        }
    }

    /// Spoils what was to be done behind a frame; the ACK is the first thing written, the answer the last one.
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
    /// The same bytes, one by one.
    fileprivate func drips(every time: Int) -> [Self] {
        guard case .write(let bytes) = self else { return [self] }
        return bytes.flatMap { [.wait(microseconds: time), .write([$0])] }
    }
}
