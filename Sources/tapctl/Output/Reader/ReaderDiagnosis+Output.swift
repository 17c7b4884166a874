import Documents
import TagReaders

extension ReaderDiagnosis {
    /// Something can be used, and nothing is in the way.
    var isGood: Bool { findings.isEmpty && !readers.isEmpty }

    /// The document of `reader doctor`.
    var document: JSONValue {
        [
            "object": "reader_doctor", "ok": .bool(isGood), "readers": .array(readers.map(\.document)),
            "findings": .array(findings.map(\.document)),
        ]
    }

    /// The same for people.
    func text(style: Style) -> String {
        let rows = readers.map { reader in
            let mark = reader.isReady ? style.green("ready") : style.red("not ready")
            return (mark, reader.text(style: style))
        }
        let parts = rows.isEmpty ? [] : [columns(rows, style: style)]
        return (parts + findings.map { $0.text(style: style) }).joined(separator: "\n\n")
    }
}

extension ReaderDiagnosis.Reader {
    fileprivate var document: JSONValue {
        [
            "name": .string(name), "usb_id": JSONValue(id?.description), "place": .string(place),
            "drivers": .array(drivers.map(JSONValue.string)),
            "usable": .array(usable.map(JSONValue.string)), "ready": .bool(isReady),
        ]
    }

    /// One line; for what can be used, how to name it to `--reader`.
    fileprivate func text(style: Style) -> String {
        let id = id.map { "  \($0)" } ?? ""
        let spot = self.id == nil ? place : "USB \(place)"
        let head = "\(style.bold(printable(name)))\(id)  \(printable(spot))"
        guard isReady else { return head }
        if self.id == nil { return "\(head)\n--reader libnfc:pn532_uart:\(printable(place))" }
        if !obstacle.isEmpty {
            return "\(head)\nthrough PC/SC: \(nameForPCSC)\nnot through libnfc: \(printable(obstacle))"
        }
        return "\(head)\n\(drivers == ["pcsc"] ? "through PC/SC" : "through libnfc"): "
            + "`tapctl reader list` names it"
    }
}

extension ReaderDiagnosis.Reader {
    /// pcscd's name of an ACR122U holds that word; how it calls others `reader list` says.
    private var nameForPCSC: String {
        name.hasSuffix("ACR122U") ? "`--reader pcsc:ACR122U`" : "`tapctl reader list` names it"
    }
}

extension ReaderFinding {
    fileprivate var document: JSONValue {
        [
            "code": .string(code.rawValue), "message": .string(summary), "reason": .string(reason),
            "commands": .array(commands.map(JSONValue.string)), "hint": .string(commandHint),
        ]
    }

    /// What is in the way, what shows it, and what to type.
    fileprivate func text(style: Style) -> String {
        var lines = ["\(style.red("found:")) \(style.bold(printable(summary)))"]
        if !reason.isEmpty { lines.append("  \(style.dim(printable(reason)))") }
        lines += commands.map { "    \(printable($0))" }
        if !hint.isEmpty { lines.append("  \(printable(commandHint))") }
        return lines.joined(separator: "\n")
    }
}
