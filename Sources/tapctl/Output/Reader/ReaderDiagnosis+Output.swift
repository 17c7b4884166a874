import Documents
import TagReaders

extension ReaderDiagnosis: CommandResult {
    /// Whether there is a reader, and no problem was found.
    var isGood: Bool { findings.isEmpty && !readers.isEmpty }

    /// The JSON document that `tapctl reader doctor --json` prints.
    var document: JSONValue {
        [
            "object": "reader_doctor", "ok": isGood.json, "readers": .array(readers.map(\.document)),
            "findings": .array(findings.map(\.document)),
        ]
    }

    /// Returns the diagnosis as human-readable text.
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
            "name": name.json, "usb_id": JSONValue(id?.description), "place": place.json,
            "drivers": drivers.json, "usable": usable.json, "ready": isReady.json,
        ]
    }

    /// Returns the reader as human-readable text. For a usable reader, the text shows how to select it.
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
            + "`tapctl reader list` shows the reader's name"
    }

    /// The instruction for selecting the reader through pcscd. For an ACR122U, this is the option to use,
    /// which contains part of the name that pcscd gives the reader. For any other reader, the instruction
    /// refers to `tapctl reader list`, which shows the name.
    private var nameForPCSC: String {
        name.hasSuffix("ACR122U") ? "`--reader pcsc:ACR122U`" : "`tapctl reader list` shows the reader's name"
    }
}

extension ReaderFinding {
    fileprivate var document: JSONValue {
        [
            "code": code.rawValue.json, "message": summary.json, "reason": reason.json,
            "commands": commands.json, "hint": commandHint.json,
        ]
    }

    /// Returns the problem, its evidence, and the commands that solve it, as human-readable text.
    fileprivate func text(style: Style) -> String {
        var lines = ["\(style.red("found:")) \(style.bold(printable(summary)))"]
        if !reason.isEmpty { lines.append("  \(style.dim(printable(reason)))") }
        lines += commands.map { "    \(printable($0))" }
        if !hint.isEmpty { lines.append("  \(printable(commandHint))") }
        return lines.joined(separator: "\n")
    }
}
