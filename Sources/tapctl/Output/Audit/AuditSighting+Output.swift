import Documents
import TagRegistry
import TimeKit

extension AuditSighting {
    /// Returns the tag's result in an audit as a code, a displayed word and a symbol.
    private func result(in walk: AuditWalk) -> (name: String, word: String, sign: String) {
        let isOurs = walk.rows.contains { $0.row.place == place }
        guard isOurs else { return ("stranger", "not part of this audit", "✗") }
        return isRight ? ("right", "right", "✓") : ("wrong", "wrong", "✗")
    }

    /// Returns the JSON document that `tapctl audit --json` prints for one tag.
    func document(of walk: AuditWalk) -> JSONValue {
        [
            "object": "audit_tag", "walk": .int(walk.start.number), "result": .string(result(in: walk).name),
            "batch": JSONValue(place?.batch), "number": place.map { .int($0.row) } ?? nil,
            "seat": JSONValue(seat), "standing": JSONValue(standing), "uid": JSONValue(uid),
            "chip": JSONValue(product), "url": JSONValue(url), "lock": .string(lock.rawValue),
            "config_open": .bool(isConfigurationOpen), "findings": findings.document,
            "time": .string(time.iso8601), "reader": JSONValue(reader),
        ]
    }

    /// Returns a line about the tag that includes the first finding, followed by a line for each additional
    /// finding.
    func text(of walk: AuditWalk, style: Style) -> String {
        let result = result(in: walk)
        let label = "\(result.sign) \(result.word)"
        let shown = isRight && result.name == "right" ? style.green(label) : style.red(label)
        let tag = [seat.map { style.bold(printable($0)) }, uid].compactMap(\.self).joined(separator: "  ")
        var lines = ["\(shown)  \(tag)"]
        let words = findings.map { finding in
            printable((finding.isNotice ? "note: " : "") + finding.words)
        }
        if let first = words.first { lines[0] += "  \(first)" }
        lines += words.dropFirst().map { "    \($0)" }
        return lines.joined(separator: "\n")
    }
}

extension BatchFailure {
    /// Returns the JSON document that `tapctl audit --json` prints for a tag that could not be inspected.
    func auditDocument(of walk: AuditWalk) -> JSONValue {
        let finding: JSONValue = [
            "code": .string(code), "notice": false, "message": .string(words),
            "remedy": "hold the tag to the reader again",
        ]
        return [
            "object": "audit_tag", "walk": .int(walk.start.number), "result": "not_read", "batch": nil,
            "number": nil, "seat": nil, "standing": nil, "uid": nil, "chip": nil, "url": nil,
            "lock": .string(SeenLock.unknown.rawValue), "config_open": false, "findings": .array([finding]),
            "time": nil, "reader": nil,
        ]
    }
}

extension [AuditFinding] {
    /// A JSON array of the findings, for the `findings` field of a JSON document.
    var document: JSONValue {
        .array(
            map { finding in
                [
                    "code": .string(finding.code.rawValue), "notice": .bool(finding.isNotice),
                    "message": .string(finding.words), "remedy": .string(finding.remedy),
                ]
            })
    }
}
