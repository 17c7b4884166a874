import Documents
import TagRegistry
import TimeKit

extension AuditWalk {
    /// The report that `tapctl audit --json` prints as its last JSON document.
    var document: JSONValue {
        let summary = summary
        return [
            "object": "audit", "walk": .int(start.number), "batch": JSONValue(start.scope.batch),
            "org": JSONValue(start.scope.org), "started": .string(start.started.iso8601),
            "ok": .bool(summary.isRight), "seats": .int(summary.seats), "right": .int(summary.right),
            "wrong": .int(summary.wrong), "never_seen": .int(summary.neverSeen),
            "without_tag": .int(summary.withoutTag), "strangers": .int(summary.strangers),
            "seen_again": .int(summary.seenAgain), "notices": .int(summary.notices),
            "not_locked": .int(summary.notLocked),
            "rows": .array(seats.map(Self.document)),
            "unknown_tags": .array(strangers.map { $0.document(of: self) }),
            "steps": .array(reportedSteps.map(\.document)),
        ]
    }

    private static func document(_ seat: Seat) -> JSONValue {
        let row = seat.row
        return [
            "batch": .string(row.batch), "number": .int(row.number), "seat": .string(row.seat),
            "campus": JSONValue(row.campus), "org": JSONValue(row.org), "fund": JSONValue(row.fund),
            "url": .string(row.url), "uid": JSONValue(row.uid), "result": .string(seat.result.rawValue),
            "times_seen": .int(seat.timesSeen), "seen": JSONValue(seat.sighting?.time.iso8601),
            "seen_url": JSONValue(seat.sighting?.url), "lock": JSONValue(seat.sighting?.lock.rawValue),
            "config_open": .bool(seat.sighting?.isConfigurationOpen ?? false),
            "findings": (seat.sighting?.findings ?? []).document,
        ]
    }

    /// Returns the audit's report as human-readable text: the result, and the next steps.
    func text(style: Style) -> String {
        let summary = summary
        let verdict =
            summary.isRight
            ? style.green("✓ every seat was seen, and every tag is right")
            : style.red(
                summary.isSeenRight
                    ? "✗ every seat has the right tag, but not every tag is locked as planned"
                    : "✗ some seats or tags still need attention")
        var lines = [verdict, columns(numbers, style: style)]
        let steps = reportedSteps
        if !steps.isEmpty {
            let shown = steps.prefix(Self.mostShown).map { $0.text(style: style) }
            lines += ["", style.bold("What to do next")] + shown
            if steps.count > shown.count {
                lines.append(
                    "and \(steps.count - shown.count) more; `--report -o report.html` lists all steps"
                )
            }
        }
        return lines.joined(separator: "\n")
    }

    private var numbers: [(label: String, value: String)] {
        let summary = summary
        var lines = [
            ("audit", "\(start.number): \(printable(start.scope.words))"),
            ("right", "\(summary.right) of \(counted(summary.seats, "seat"))"),
        ]
        let others = [
            ("wrong", counted(summary.wrong, "seat"), summary.wrong),
            ("never seen", counted(summary.neverSeen, "seat"), summary.neverSeen),
            ("no tag", counted(summary.withoutTag, "seat"), summary.withoutTag),
            (
                "strangers",
                "\(counted(summary.strangers, "tag")) that \(summary.strangers == 1 ? "belongs" : "belong") to no seat in this audit",
                summary.strangers
            ),
            (
                "seen again",
                "\(counted(summary.seenAgain, "seat")) with a tag that was read again; if a UID is in two places, one of the tags is a copy",
                summary.seenAgain
            ),
            (
                "not locked",
                "\(counted(summary.notLocked, "seat")) with a tag that should be permanently locked",
                summary.notLocked
            ),
            (
                "notes", "\(counted(summary.notices, "seat")), listed in the HTML, CSV and JSON reports",
                summary.notices
            ),
        ]
        lines += others.filter { $0.2 > 0 }.map { ($0.0, $0.1) }
        return lines
    }

    private static let mostShown = 60
}

extension AuditStep {
    /// The step's JSON document, which is an element of `steps` in the report.
    fileprivate var document: JSONValue {
        [
            "batch": JSONValue(batch), "seat": JSONValue(seat), "uid": JSONValue(uid),
            "code": JSONValue(code?.rawValue), "message": .string(words), "remedy": .string(remedy),
        ]
    }

    /// Returns the problem and the next step as human-readable text.
    fileprivate func text(style: Style) -> String {
        let name = batch.map { printable(seat ?? "all of \($0)") } ?? "stranger"
        let head = [style.bold(name), uid, printable(words)].compactMap(\.self).joined(separator: "  ")
        return "  \(head)\n      → \(printable(remedy))"
    }
}
