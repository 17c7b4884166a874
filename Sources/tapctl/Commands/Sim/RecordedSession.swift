import Documents
import TagReaders

/// A recorded session with a tag, which can be printed as text or JSON.
struct RecordedSession: CommandResult {
    private let lines: [TraceLine]

    init(_ trace: Trace) { lines = trace.lines }

    /// The number of data commands sent to the tag. Anticollision, selection, HALT and RATS do not count.
    private var commands: Int { lines.count { $0.action == .send } }
    /// The number of commands that write a page or a block.
    private var writes: Int { lines.count { ["WRITE", "CLASSIC_WRITE"].contains($0.command) } }
    private var milliseconds: Int { Int((lines.last.map { $0.at + $0.milliseconds } ?? 0).rounded()) }
    private var reader: String { lines.first?.reader ?? "" }

    /// The JSON document that `tapctl sim replay --json` prints.
    var document: JSONValue {
        [
            "object": "sim_replay", "reader": reader.json, "commands": commands.json,
            "pages_written": writes.json, "duration_ms": milliseconds.json,
            "steps": .array(lines.dropFirst().map(\.document)),
        ]
    }

    /// Returns the session as human-readable text: one line per step, followed by the totals.
    func text(style: Style) -> String {
        let head = "recorded with \(printable(reader))"
        let steps = lines.dropFirst().map { $0.text(style: style) }
        let sum = "\(counted(commands, "command")), \(counted(writes, "write")), \(milliseconds) ms"
        return ([head, ""] + steps + ["", sum]).joined(separator: "\n")
    }
}

extension TraceLine {
    fileprivate var document: JSONValue {
        [
            "do": action.rawValue.json, "at_us": .int(Int((at * 1_000).rounded())),
            "duration_us": .int(Int((milliseconds * 1_000).rounded())), "command": command.json,
            "bytes_hex": bytes.json, "answer_hex": answer.json,
            "uid": JSONValue(tag?.uid.uppercased()),
            "error": error.map { ["code": $0.code.json, "message": $0.summary.json] } ?? nil,
        ]
    }

    fileprivate func text(style: Style) -> String {
        let time = style.dim(String(repeating: " ", count: max(0, 9 - clock.count)) + clock)
        let name = printable(command ?? action.rawValue)
        guard let bytes else { return "\(time)  \(padded(name))\(outcome(style: style))" }
        return "\(time)  \(padded(name))\(spaced(bytes))  \(outcome(style: style))"
    }

    private func padded(_ name: String) -> String {
        name + String(repeating: " ", count: max(1, Self.nameWidth - name.count))
    }

    private static let nameWidth = 14

    private var clock: String {
        let tenths = Int((at * 10).rounded())
        return "\(tenths / 10).\(tenths % 10) ms"
    }

    private func outcome(style: Style) -> String {
        if let error { return style.red("\(printable(error.summary)) (\(printable(error.code)))") }
        if let tag { return "\(tag.uid.uppercased()), ATQA \(tag.atqa), SAK \(tag.sak)" }
        guard let answer else { return "" }
        return "→" + (answer.isEmpty ? " ACK" : answer.count > 64 ? spaced(answer) : " " + spaced(answer))
    }

    /// Returns hex in groups of four bytes, separated by spaces. More than eight groups are split into lines
    /// of eight, aligned with the command's bytes.
    private func spaced(_ hex: String) -> String {
        let digits = Array(hex)
        let pages = stride(from: 0, to: digits.count, by: 8).map {
            String(digits[$0..<min($0 + 8, digits.count)])
        }
        let lines = stride(from: 0, to: pages.count, by: 8).map {
            pages[$0..<min($0 + 8, pages.count)].joined(separator: " ")
        }
        guard lines.count > 1 else { return lines.first ?? "" }
        let indent = "\n" + String(repeating: " ", count: 11 + Self.nameWidth)
        return lines.map { indent + $0 }.joined()
    }
}
