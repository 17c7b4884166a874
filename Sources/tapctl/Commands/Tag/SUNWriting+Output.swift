import Documents
import TagKit
import TagSecurity

extension SUNWriting.Outcome {
    /// Returns the `tag_write` JSON document, including the verified test tap.
    func document(of run: SUNWriting) -> JSONValue {
        [
            "object": "tag_write", "uid": uidText(report.uid).json, "url": run.wanted.url.json,
            "changes": run.wanted.changes.document,
            "sun": [
                "tap_url": report.url.json, "counter": Int(report.tap.counter).json,
                "counter_seen": report.counterSeen.map { .int(Int($0)) } ?? nil,
                "keys_changed": .array(report.changedKeys.map { .int(Int($0)) }),
            ],
            "verified": true, "pages_written": report.writes.json, "commands": report.commands.json,
            "locked": false, "duration_ms": milliseconds.json,
        ]
    }

    /// Returns the outcome as human-readable text. The text contains the URL, the numbers of writes and
    /// commands, the duration, the changed keys, and the counter of the verified test tap.
    func text(of run: SUNWriting, style: Style) -> String {
        let result = report.writes == 0 ? "no changes were needed" : printable(run.wanted.url ?? "")
        let cost =
            "\(counted(report.writes, "write")), \(counted(report.commands, "command")), \(milliseconds) ms"
        let changed = report.changedKeys.map(String.init).joined(separator: ", ")
        let keys =
            switch report.changedKeys.count {
            case 0: "the keys are derived from the secret"
            case 1: "key \(changed) is now derived from the secret"
            default: "keys \(changed) are now derived from the secret"
            }
        return """
            \(style.green("verified")): \(result)
            \(style.bold(report.product))  \(uidText(report.uid))  \(cost)
            \(keys); the test tap with counter \(report.tap.counter) was verified
            """
    }
}

extension SUNProgramming.Preview {
    /// Returns the `tag_plan` JSON document. The changes to keys and settings are under `sun`, because they
    /// are not writes to a file of the tag.
    func document(of wanted: WantedMessage) -> JSONValue {
        [
            "object": "tag_plan", "uid": uidText(snapshot.tag.uid).json,
            "product": snapshot.chip.product.json, "url": wanted.url.json,
            "changes": wanted.changes.document, "steps": .array(steps.map(\.document)),
            "sun": ["keys": .array(keys.map { .int(Int($0)) }), "settings": changesSettings.json],
            "pages_written": 0, "warnings": .array(snapshot.findings.map(\.document)),
        ]
    }

    /// Returns the planned writes in order, as human-readable text.
    func text(style: Style) -> String {
        let head = snapshot.name(style: style)
        let count = steps.count + keys.count + (changesSettings ? 1 : 0)
        guard count > 0 else { return "\(head)\nno changes are needed" }
        var lines = steps.filter { $0.reason != .length }.map(\.line)
        for key in keys where key != 0 { lines.append(("  key \(key)", "factory key → key from the secret")) }
        if changesSettings {
            lines.append(
                (
                    "  settings",
                    "anyone can read; writing requires key 0; each tap adds the encrypted UID and counter, and a code"
                ))
        }
        if keys.contains(0) { lines.append(("  key 0", "factory key → key from the secret")) }
        lines += steps.filter { $0.reason == .length }.map(\.line)
        return "\(head)\n\(counted(count, "write")) planned; nothing was written\n\n"
            + columns(lines, style: style)
    }
}
