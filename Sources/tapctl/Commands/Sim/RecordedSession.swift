import TagReaders

/// A trace as it is told to people and programs.
struct RecordedSession {
    private let lines: [TraceLine]

    init(_ trace: Trace) { lines = trace.lines }

    /// RF data commands; anticollision, select, halt and RATS are not counted.
    private var commands: Int { lines.count { $0.action == .send } }
    /// Commands that write a page or a block.
    private var writes: Int { lines.count { ["WRITE", "CLASSIC_WRITE"].contains($0.command) } }
    private var milliseconds: Int { Int((lines.last.map { $0.at + $0.milliseconds } ?? 0).rounded()) }
    private var reader: String { lines.first?.reader ?? "" }

    /// The document of `sim replay`.
    var document: JSONValue {
        [
            "object": "sim_replay", "reader": .string(reader), "commands": .int(commands),
            "pages_written": .int(writes), "duration_ms": .int(milliseconds),
            "steps": .array(lines.dropFirst().map(\.document)),
        ]
    }

    /// One line a step, and their sum.
    func text(style: Style) -> String {
        let head = "recorded with \(printable(reader))"
        let steps = lines.dropFirst().map { $0.text(style: style) }
        let sum = "\(commands) commands, \(writes) writes, \(milliseconds) ms"
        return ([head, ""] + steps + ["", sum]).joined(separator: "\n")
    }
}

extension TraceLine {
    fileprivate var document: JSONValue {
        [
            "do": .string(action.rawValue), "at_us": .int(Int((at * 1_000).rounded())),
            "duration_us": .int(Int((milliseconds * 1_000).rounded())), "command": JSONValue(command),
            "bytes_hex": JSONValue(bytes), "answer_hex": JSONValue(answer),
            "uid": JSONValue(tag?.uid.uppercased()),
            "error": error.map { ["code": .string($0.code), "message": .string($0.summary)] } ?? nil,
        ]
    }

    fileprivate func text(style: Style) -> String {
        let time = style.dim(String(repeating: " ", count: max(0, 9 - clock.count)) + clock)
        let name = command ?? action.rawValue
        let what = "\(name)\(String(repeating: " ", count: max(1, 14 - name.count)))\(spaced(bytes))"
        return "\(time)  \(what)\(bytes == nil ? "" : "  ")\(outcome(style: style))"
    }

    private var clock: String {
        let tenths = Int((at * 10).rounded())
        return "\(tenths / 10).\(tenths % 10) ms"
    }

    private func outcome(style: Style) -> String {
        if let error { return style.red("\(printable(error.summary)) (\(printable(error.code)))") }
        if let tag { return "\(tag.uid.uppercased()), ATQA \(tag.atqa), SAK \(tag.sak)" }
        guard let answer else { return "" }
        return "→ " + (answer.isEmpty ? "ACK" : spaced(answer))
    }

    /// Hex with a space between pages of four bytes.
    private func spaced(_ hex: String?) -> String {
        let digits = Array(hex ?? "")
        return stride(from: 0, to: digits.count, by: 8)
            .map { String(digits[$0..<min($0 + 8, digits.count)]) }.joined(separator: " ")
    }
}
