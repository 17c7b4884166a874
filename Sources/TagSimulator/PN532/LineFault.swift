import SimulationKit

/// A fault that disturbs the communication between the host and the chip, on the serial line or in the chip.
/// The fault begins at a specific frame from the host.
public enum LineFault: Hashable, Sendable {
    /// The chip responds neither to this frame nor to any later one.
    case stalls
    /// The serial port disappears before the frame is acknowledged, as if the reader were unplugged.
    case vanishes
    /// The chip rejects this frame and every later one with a NACK, which asks the host to send the frame
    /// again (UM0701-02 §6.2.1.4).
    case refuses
    /// From this frame on, the chip sends only noise, and never stops.
    case floods
    /// From this frame on, each byte from the chip arrives this number of microseconds after the previous
    /// one.
    case drips(microseconds: Int)
    /// Only the first `bytes` bytes of the response frame arrive. The preceding ACK arrives completely.
    case cutsAnswer(bytes: Int)
    /// The response frame is delayed by this number of microseconds. The ACK before it is not delayed.
    case answersLate(microseconds: Int)
    /// The bit with this number in the response frame is inverted. The number is taken modulo the number of
    /// bits.
    case flipsAnswerBit(Int)
    /// The bit with this number in the ACK frame is inverted. The number is taken modulo the number of bits.
    case flipsAcknowledgementBit(Int)

    /// Whether the fault affects all later frames too. If false, it affects only one frame.
    var lasts: Bool {
        switch self {
        case .stalls, .vanishes, .refuses, .floods, .drips: true
        case .cutsAnswer, .answersLate, .flipsAnswerBit, .flipsAcknowledgementBit: false
        }
    }

    /// Applies the fault to the steps that follow a frame. The first write among the steps is the ACK, and
    /// the last one is the response.
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
    /// Returns steps that write the bytes one by one, each `time` microseconds after the previous one. If
    /// this step is not a write, returns it unchanged.
    fileprivate func drips(every time: Int) -> [Self] {
        guard case .write(let bytes) = self else { return [self] }
        return bytes.flatMap { [.wait(microseconds: time), .write([$0])] }
    }
}
