import Documents
import TagKit

extension Protecting.Outcome {
    /// Returns the JSON document of the change or, in a dry run, of the plan.
    func document(of run: Protecting) -> JSONValue {
        guard let report else { return plan.document(of: snapshot) }
        return plan.head(run.object, of: snapshot).adding("verified", true)
            .adding("pages_written", report.pagesWritten.json)
            .adding("commands", report.commands.json)
            .adding("duration_ms", milliseconds.json)
    }

    /// Returns the outcome as human-readable text: the tag's new protection, the number of commands, and the
    /// duration. For a dry run, returns the planned steps.
    func text(of run: Protecting, style: Style) -> String {
        let head = snapshot.name(style: style)
        guard let report else {
            if plan.steps.isEmpty { return "\(head)\nno changes are needed" }
            return "\(head)\n\(counted(plan.steps.count, "step")) planned; nothing was changed\n\n"
                + plan.text(style: style)
        }
        let cost =
            "\(counted(report.pagesWritten, "page")) written, \(counted(report.commands, "command")), \(milliseconds) ms"
        let result = plan.writes ? plan.goal.result : "no changes were needed; the tag is \(plan.goal.result)"
        let url = snapshot.contents.url.map { ": " + printable($0) } ?? ""
        return "\(style.green("proved")): \(result)\(url)\n\(head)  \(cost)"
    }
}

extension ProtectionPlan {
    /// Returns the JSON document of a plan for a dry run.
    func document(of snapshot: TagSnapshot) -> JSONValue {
        head("protection_plan", of: snapshot).adding("steps", .array(steps.map(\.document)))
            .adding("notes", .array(notes.map(JSONValue.string)))
            .adding("warnings", .array(warnings.map(\.document) + (phoneUse?.warningDocuments ?? [])))
    }

    /// Returns the leading fields of the JSON documents for a plan and for its result.
    fileprivate func head(_ object: String, of snapshot: TagSnapshot) -> JSONValue {
        let head: JSONValue = [
            "object": object.json, "uid": uidText(snapshot.tag.uid).json,
            "product": snapshot.chip.product.json, "url": snapshot.contents.url.json,
            "goal": goal.word.json,
        ]
        guard let phoneUse else { return head }
        return head.adding("phones", .array(phoneUse.phones.map { .string($0.word) }))
    }

    /// Returns the plan as human-readable text: every step with its reason and source, and every changed bit
    /// with its name.
    func text(style: Style) -> String {
        steps.enumerated().map { index, step in
            let number = String(index + 1)
            let indent = String(repeating: " ", count: 4)
            let head = String(repeating: " ", count: 2 - min(2, number.count)) + "\(number)  "
            return
                ([head + step.command, indent + style.dim("\(step.purpose) (\(step.source))")]
                + step.bitLines.map { indent + "  " + $0 })
                .joined(separator: "\n")
        }
        .joined(separator: "\n")
    }
}

extension PhoneUse {
    /// The warnings about phones that will ignore the message, for the `warnings` array of a JSON document.
    /// If no phone can use the message, there is only one warning, with the code `unusable`.
    fileprivate var warningDocuments: [JSONValue] {
        guard isUsable else { return [["code": "unusable", "message": reason.json]] }
        return warnings.map { warning in
            let code = warning.phone == .iPhone ? "notUsedByIPhone" : "notUsedByAndroid"
            return ["code": code.json, "message": warning.summary.json]
        }
    }
}

extension PhoneUse.Phone {
    /// The phone's name in JSON documents, as used by `tapctl tag tap`.
    fileprivate var word: String {
        switch self {
        case .iPhone: "ios"
        case .android: "android"
        }
    }
}

extension ProtectionGoal {
    /// The value of `goal` in a JSON document.
    fileprivate var word: String {
        switch self {
        case .permanent: "permanent"
        case .password: "password"
        case .open: "open"
        case .mirrored: "mirrored"
        }
    }

    /// The tag's protection after the change, as human-readable text.
    fileprivate var result: String {
        switch self {
        case .permanent: "permanently locked"
        case .password: "protected by a password"
        case .open: "not password-protected"
        case .mirrored: "configured with the requested mirror"
        }
    }
}

extension ProtectionStep {
    /// The bits that the step changes, as lines of text. Adjacent bits with the same name share a line.
    fileprivate var bitLines: [String] {
        var runs: [[BitChange]] = []
        for bit in bits {
            if let last = runs.last?.last, last.byte == bit.byte, last.bit == bit.bit + 1,
                last.name == bit.name, last.isSet == bit.isSet
            {
                runs[runs.count - 1].append(bit)
            } else {
                runs.append([bit])
            }
        }
        return runs.compactMap { run in
            guard let first = run.first, let last = run.last else { return nil }
            guard run.count > 1 else { return first.sentence }
            return
                "byte \(first.byte) bits \(first.bit)-\(last.bit): all \(first.isSet ? 1 : 0)  \(first.name)"
        }
    }

    fileprivate var document: JSONValue {
        let (name, page, old, new): (String, Int?, [UInt8]?, [UInt8]?) =
            switch action {
            case .write(let page, let old, let new): ("write", page, old, new)
            case .writePassword(let page): ("write_password", page, nil, nil)
            case .writeAcknowledge(let page): ("write_acknowledge", page, nil, nil)
            case .authenticate: ("authenticate", nil, nil, nil)
            case .powerCycle: ("power_cycle", nil, nil, nil)
            case .readBack: ("read_back", nil, nil, nil)
            case .readMirror(let mirror): ("read_mirror", mirror.page, nil, nil)
            case .proveRefused(let page, let bytes): ("prove_refused", page, nil, bytes)
            }
        return [
            "action": name.json, "page": page.json,
            "old_hex": old.map { .hex($0) } ?? nil, "new_hex": new.map { .hex($0) } ?? nil,
            "bits": .array(
                bits.map {
                    [
                        "byte": $0.byte.json, "bit": $0.bit.json, "value": .int($0.isSet ? 1 : 0),
                        "name": $0.name.json,
                    ]
                }),
            "purpose": purpose.json, "source": source.json,
        ]
    }
}
