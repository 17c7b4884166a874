/// An order of writes that can be interrupted safely: a reader never sees a mix of two messages.
///
/// Between two writes, a reader sees the old message, an empty message or the new one. First, the length is
/// set to 0. Then the other bytes are changed. The page or block that makes the new message visible, usually
/// the one with the first length byte, is written last. `docs/decisions/0001-order-of-writes.md` explains the
/// possible cases.
///
/// Source: NFC Forum T2TOP 1.1 §6.4.3.
struct SafeOrder {
    let reading: AreaReading
    let target: AreaTarget

    private var units: DataUnits { reading.units }

    /// Returns the writes in a safe order; empty if the area already has the intended content.
    func steps() -> [ProgrammingStep] {
        let changing = (0...target.lastUnit).filter { units.held[$0] != wanted($0) }
        guard !changing.isEmpty else { return [] }
        guard let gate = target.gate else { return afterFirstUnit(changing) }
        let front = changing.filter { $0 < gate.unit }
        if !front.isEmpty, reading.state != .unformatted { return afterFirstUnit(changing) }
        return closing(gate, front) + dataSteps(changing.filter { $0 > gate.unit }) + opening(gate)
    }

    /// Returns the write that sets the length to 0, followed by the writes to the units that precede the
    /// length in the area. The first write is omitted if the length is already 0. The preceding units change
    /// only if the area's TLVs were invalid.
    private func closing(_ gate: AreaTarget.Gate, _ front: [Int]) -> [ProgrammingStep] {
        guard !isClosed(gate) || !front.isEmpty else { return [] }
        let close = units.held[gate.unit] == gate.closed ? [] : [step(gate.unit, gate.closed, .emptyFirst)]
        return close + front.reversed().map { step($0, wanted($0), .repair) }
    }

    /// Returns the last write, which changes the unit that contains the message's length. Empty if that unit
    /// needs no further write.
    private func opening(_ gate: AreaTarget.Gate) -> [ProgrammingStep] {
        let held = isClosed(gate) ? units.held[gate.unit] : gate.closed
        return held == wanted(gate.unit) ? [] : [step(gate.unit, wanted(gate.unit), .length, old: held)]
    }

    /// Returns whether the area already contains an empty message at the position that `gate` specifies.
    private func isClosed(_ gate: AreaTarget.Gate) -> Bool {
        guard reading.state != .unformatted, let tlv = reading.area?.ndefMessage, tlv.value.isEmpty else {
            return false
        }
        return tlv.offset == gate.typeOffset && tlv.lengthOffsets == [gate.lengthOffset]
    }

    /// Returns the writes to an area whose TLVs before the message change, or whose intended content has no
    /// message.
    ///
    /// The first page or block is written first with an empty message, which hides the rest of the area. It
    /// is written again at the end, with its intended content.
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
