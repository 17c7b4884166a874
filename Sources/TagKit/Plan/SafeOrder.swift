/// The order of writes in which a tag can be taken away behind any of them and never shows a mix.
///
/// Between two writes a reader finds the old message, an empty one or the new one: first the length becomes 0, then
/// everything behind it changes, and last the unit with the length's first byte is written, which shows the new
/// message whole. `docs/decisions/0001-order-of-writes.md` tells why each case is as it is.
///
/// Source: NFC Forum T2TOP 1.1 §6.4.3.
struct SafeOrder {
    let reading: AreaReading
    let target: AreaTarget

    private var units: DataUnits { reading.units }

    /// The writes; none when the area holds everything already.
    func steps() -> [ProgrammingStep] {
        let changing = (0...target.lastUnit).filter { units.held[$0] != wanted($0) }
        guard !changing.isEmpty else { return [] }
        guard let gate = target.gate else { return afterFirstUnit(changing) }
        let front = changing.filter { $0 < gate.unit }
        if !front.isEmpty, reading.state != .unformatted { return afterFirstUnit(changing) }
        return closing(gate, front) + dataSteps(changing.filter { $0 > gate.unit }) + opening(gate)
    }

    /// Length 0, and behind it, where nothing could be read anyway, the units in front.
    private func closing(_ gate: AreaTarget.Gate, _ front: [Int]) -> [ProgrammingStep] {
        guard !isClosed(gate) || !front.isEmpty else { return [] }
        let close = units.held[gate.unit] == gate.closed ? [] : [step(gate.unit, gate.closed, .emptyFirst)]
        return close + front.reversed().map { step($0, wanted($0), .repair) }
    }

    /// The unit with the length, unless closing it was all.
    private func opening(_ gate: AreaTarget.Gate) -> [ProgrammingStep] {
        let held = isClosed(gate) ? units.held[gate.unit] : gate.closed
        return held == wanted(gate.unit) ? [] : [step(gate.unit, wanted(gate.unit), .length, old: held)]
    }

    /// Whether an empty message stands at this very place already.
    private func isClosed(_ gate: AreaTarget.Gate) -> Bool {
        guard reading.state != .unformatted, let tlv = reading.area?.ndefMessage, tlv.value.isEmpty else {
            return false
        }
        return tlv.offset == gate.typeOffset && tlv.lengthOffsets == [gate.lengthOffset]
    }

    /// For an area whose TLVs move: an empty message in the first unit hides all the rest until that unit is
    /// written last.
    private func afterFirstUnit(_ changing: [Int]) -> [ProgrammingStep] {
        let empty = MessageSite(offset: 0, reserved: [], front: nil)
        var closed = [UInt8](repeating: 0, count: units.unitBytes)
        empty.layout(messageBytes: 0, areaBytes: units.unitBytes)?.write([], into: &closed)
        let close = units.held[0] == closed ? [] : [step(0, closed, .emptyFirst)]
        let open = closed == wanted(0) ? [] : [step(0, wanted(0), .length, old: closed)]
        return close + dataSteps(changing.filter { $0 > 0 }) + open
    }

    private func dataSteps(_ changing: [Int]) -> [ProgrammingStep] {
        changing.map { step($0, wanted($0), $0 > target.lastMessageUnit ? .wipe : .data) }
    }

    private func wanted(_ unit: Int) -> [UInt8] { units.slice(unit, of: target.bytes) }

    private func step(
        _ unit: Int, _ new: [UInt8], _ reason: ProgrammingStep.Reason, old: [UInt8]? = nil
    ) -> ProgrammingStep {
        ProgrammingStep(place: units.places[unit], old: old ?? units.held[unit], new: new, reason: reason)
    }
}
