import Documents
import TagKit
import TagRegistry
import TagSecurity
import TimeKit

/// The recorded history of a tag, as shown by `tapctl tag which`.
struct TagHistory: CommandResult, Sendable {
    let tag: InspectedTag
    let record: AuditRecord
    let findings: [AuditFinding]
    /// The journal entries with their seats, newest first.
    let history: [(entry: JournalEntry, seat: String?)]

    /// Whether the tag is in the registry.
    var isKnown: Bool { record.tag != nil }

    /// The JSON document that `tapctl tag which --json` prints.
    var document: JSONValue {
        let (known, row) = (record.tag, record.row)
        return [
            "object": "tag_which", "known": isKnown.json, "uid": uidText(tag.snapshot.tag.uid).json,
            "chip": tag.snapshot.chip.product.json, "batch": JSONValue(row?.batch),
            "number": JSONValue(row?.number), "seat": JSONValue(row?.seat),
            "campus": JSONValue(row?.campus), "state": JSONValue(known?.state.rawValue),
            "lock": JSONValue(known?.lock.rawValue), "url": tag.snapshot.contents.url.json,
            "expected_url": JSONValue(row?.url), "verified": JSONValue(known?.verified),
            "signature": tag.originality.code.json, "findings": findings.document,
            "history": .array(history.map(Self.document)),
        ]
    }

    private static func document(_ line: (entry: JournalEntry, seat: String?)) -> JSONValue {
        let entry = line.entry
        return [
            "time": entry.time.json, "kind": entry.kind.rawValue.json,
            "batch": entry.batch.json, "number": entry.row.json,
            "seat": line.seat.json, "url": entry.url.json,
            "code": JSONValue(entry.failure?.code), "message": JSONValue(entry.failure?.words),
            "reader": entry.reader.json,
        ]
    }

    /// Returns the tag's history as human-readable text.
    func text(style: Style) -> String {
        var parts = [columns(facts, style: style)]
        let reported = findings.map { finding in
            let sign = finding.isNotice ? style.yellow("note:") : style.red("✗")
            return "\(sign) \(printable(finding.words))\n    → \(printable(finding.remedy))"
        }
        if !reported.isEmpty { parts.append(reported.joined(separator: "\n")) }
        if !history.isEmpty {
            let rows = history.map { line in
                [
                    line.entry.time.inUTC, line.entry.kind.words, printable(line.seat ?? ""),
                    printable(line.entry.failure?.words ?? ""),
                ]
            }
            parts.append(table([["when", "what", "seat", ""]] + rows, style: style))
        }
        return parts.joined(separator: "\n\n")
    }

    private var facts: [LabeledLine] {
        let known = record.tag
        let seat = record.row.map { row in
            let campus = row.campus.map { ", \(printable($0))" } ?? ""
            return "\(printable(row.seat))\(campus), row \(row.number) of \(printable(row.batch))"
        }
        return labeled([
            "tag": "\(tag.snapshot.chip.product)  \(uidText(tag.snapshot.tag.uid))",
            "seat": seat ?? (isKnown ? "none" : "none: the tag is not registered"),
            "content": tag.snapshot.contents.url.map(printable) ?? tag.snapshot.stateText,
            "state": known.map { "\($0.state.words), \($0.lock.words)" },
            "written": known?.verified?.inUTC,
        ])
    }
}

extension RegisteredTag.State {
    fileprivate var words: String {
        switch self {
        case .begun: "started but not finished"
        case .inUse: "in use"
        case .loose: "without a seat"
        }
    }
}

extension TagLockState {
    /// The recorded lock state as human-readable text.
    fileprivate var words: String {
        switch self {
        case .open: "not locked by tapctl"
        case .protecting: "password setup started"
        case .password: "with a password"
        case .locking: "lock started"
        case .permanent: "permanently locked"
        }
    }
}

extension JournalEntry.Kind {
    /// The kind of journal entry as human-readable text.
    fileprivate var words: String {
        switch self {
        case .begun: "begun"
        case .written: "written"
        case .protecting: "password setup started"
        case .protected: "password set"
        case .verified: "read back"
        case .setAside: "rejected"
        case .left: "removed too early"
        case .released: "released its seat"
        case .undone: "removed from its seat"
        case .doubled: "the tag's UID may be on two chips"
        case .locking: "lock started"
        case .locked: "permanently locked"
        case .unprotected: "password removed"
        case .canaryConfirmed: "tapped with a phone"
        case .replaced: "replaced"
        case .audited: "found in audit"
        }
    }
}
