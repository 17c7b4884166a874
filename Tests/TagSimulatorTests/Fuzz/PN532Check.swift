import TagSimulator

/// Checks the promises of a PN532 over an NTAG213 for any bytes on its line.
///
/// The first byte determines how the rest is split, as on a serial line. Some inputs contain no frame, so
/// each piece is also sent as a command. Fuzzing then reaches the commands without guessing checksums.
///
/// - Returns: The broken promise, or nil.
func pn532Problem(_ bytes: [UInt8]) -> String? {
    guard let cut = bytes.first else { return nil }
    let tag = Type2Tag(chip: .ntag213, uid: [0x04, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, 0xF6])
    var serial = SerialPN532(field: VirtualField([tag]))
    _ = serial.receive([0x55, 0x55, 0x00])
    var held = tag.memory
    var rest = bytes.dropFirst()
    while !rest.isEmpty {
        let piece = Array(rest.prefix(Int(cut & 0x3F) + 1))
        rest = rest.dropFirst(piece.count)
        let isRaw = cut & 0x40 != 0
        let line = isRaw ? piece : Frame.information([0xD4] + piece).bytes
        var actions = serial.receive(line) ?? []
        if case .pollAgain = actions.last { actions += serial.poll() }
        if !isRaw, !serial.chip.isAsleep, actions.first != .send(.ack) {
            return "a command was not acknowledged"
        }
        if let problem = frameProblem(actions) { return problem }
        guard let now = (serial.chip.field.tags.first as? Type2Tag)?.memory else { return "the tag is gone" }
        if let problem = oneTimeProblem(from: held, to: now) { return problem }
        held = now
        // A sleeping chip would not receive the bytes that follow.
        if serial.chip.isAsleep { _ = serial.receive([0x55]) }
    }
    return decoderProblem(bytes)
}

/// Every frame to the host decodes to itself, and every wait ends.
private func frameProblem(_ actions: [VirtualPN532.Action]) -> String? {
    for action in actions {
        switch action {
        case .send(let frame):
            var decoder = FrameDecoder()
            if decoder.receive(frame.bytes) != [frame] { return "an answer is no frame" }
            if case .information(let data) = frame, data.first != 0xD5 || data.count < 2 {
                return "an answer is no answer"
            }
        case .work(let time), .listen(let time), .pollAgain(let time):
            // An exchange is at most 256 tries of 3.3 s.
            if time < 0 || time > 1_000_000_000 { return "a wait of \(time) µs" }
        }
    }
    return nil
}

/// UID, capability container and lock bits: bits that were 1 are 1. Source: NTAG213/215/216 data sheet §8.5.
private func oneTimeProblem(from old: [UInt8], to new: [UInt8]) -> String? {
    guard new.count == old.count, new.prefix(10) == old.prefix(10) else { return "the UID changed" }
    let oneTime = Array(10..<16) + Array(0x28 * 4..<0x28 * 4 + 3)
    for place in oneTime where old[place] & ~new[place] != 0 { return "byte \(place) lost a one-time bit" }
    return nil
}

/// The decoder keeps no more than a frame, and gives the same frames byte by byte.
private func decoderProblem(_ bytes: [UInt8]) -> String? {
    var whole = FrameDecoder()
    var single = FrameDecoder()
    var frames: [Frame] = []
    for byte in bytes {
        frames += single.receive([byte])
        if single.pendingCount > 275 { return "the decoder keeps \(single.pendingCount) bytes" }
    }
    return whole.receive(bytes) == frames ? nil : "frames depend on how the stream is cut"
}
