import Documents
import TagRegistry
import TimeKit

extension AuditSighting {
    /// Returns the tag's result in an audit as a code, a displayed word and a symbol.
    private func result(in walk: AuditWalk) -> (name: String, word: String, sign: String) {
        guard walk.rows.contains(where: { $0.row.place == place }) else {
            return ("stranger", "not part of this audit", "✗")
        }
        return isRight ? ("right", "right", "✓") : ("wrong", "wrong", "✗")
    }

    /// Returns the JSON document that `tapctl audit --json` prints for one tag.
    func document(of walk: AuditWalk) -> JSONValue {
        [
            "object": "audit_tag", "walk": walk.start.number.json, "result": result(in: walk).name.json,
            "batch": JSONValue(place?.batch), "number": JSONValue(place?.row),
            "seat": seat.json, "standing": standing.json, "uid": uid.json,
            "chip": product.json, "url": url.json, "lock": lock.rawValue.json,
            "config_open": isConfigurationOpen.json, "findings": findings.document,
            "time": time.json, "reader": reader.json,
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
            "code": code.json, "notice": false, "message": words.json,
            "remedy": "hold the tag to the reader again",
        ]
        return [
            "object": "audit_tag", "walk": walk.start.number.json, "result": "not_read", "batch": nil,
            "number": nil, "seat": nil, "standing": nil, "uid": nil, "chip": nil, "url": nil,
            "lock": SeenLock.unknown.rawValue.json, "config_open": false, "findings": .array([finding]),
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
                    "code": finding.code.rawValue.json, "notice": finding.isNotice.json,
                    "message": finding.words.json, "remedy": finding.remedy.json,
                ]
            })
    }
}
