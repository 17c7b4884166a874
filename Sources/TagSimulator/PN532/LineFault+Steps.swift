import SimulationKit

extension LineFault {
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
