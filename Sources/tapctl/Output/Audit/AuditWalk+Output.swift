import Documents
import TagRegistry
import TimeKit

extension AuditWalk {
    /// The report that `tapctl audit --json` prints as its last JSON document.
    var document: JSONValue {
        let summary = summary
        return [
            "object": "audit", "walk": start.number.json, "batch": start.scope.batch.json,
            "org": start.scope.org.json, "started": start.started.json,
            "ok": summary.isRight.json, "seats": summary.seats.json, "right": summary.right.json,
            "wrong": summary.wrong.json, "never_seen": summary.neverSeen.json,
            "without_tag": summary.withoutTag.json, "strangers": summary.strangers.json,
            "seen_again": summary.seenAgain.json, "notices": summary.notices.json,
            "not_locked": summary.notLocked.json,
            "rows": .array(seats.map(Self.document)),
            "unknown_tags": .array(strangers.map { $0.document(of: self) }),
            "steps": .array(reportedSteps.map(\.document)),
        ]
    }

    private static func document(_ seat: Seat) -> JSONValue {
        let row = seat.row
        return [
            "batch": row.batch.json, "number": row.number.json, "seat": row.seat.json,
            "campus": row.campus.json, "org": row.org.json, "fund": row.fund.json,
            "url": row.url.json, "uid": row.uid.json, "result": seat.result.rawValue.json,
            "times_seen": seat.timesSeen.json, "seen": JSONValue(seat.sighting?.time),
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

    private var numbers: [LabeledLine] {
        let summary = summary
        func seats(_ count: Int, _ rest: String = "") -> String? {
            count > 0 ? counted(count, "seat") + rest : nil
        }
        let strangers = summary.strangers
        return labeled([
            "audit": "\(start.number): \(printable(start.scope.words))",
            "right": "\(summary.right) of \(counted(summary.seats, "seat"))",
            "wrong": seats(summary.wrong), "never seen": seats(summary.neverSeen),
            "no tag": seats(summary.withoutTag),
            "strangers": strangers > 0
                ? "\(counted(strangers, "tag")) that \(strangers == 1 ? "belongs" : "belong") to no seat in this audit"
                : nil,
            "seen again": seats(
                summary.seenAgain,
                " with a tag that was read again; if a UID is in two places, one of the tags is a copy"),
            "not locked": seats(summary.notLocked, " with a tag that should be permanently locked"),
            "notes": seats(summary.notices, ", listed in the HTML, CSV and JSON reports"),
        ])
    }

    private static let mostShown = 60
}

extension AuditStep {
    /// The step's JSON document, which is an element of `steps` in the report.
    fileprivate var document: JSONValue {
        [
            "batch": batch.json, "seat": seat.json, "uid": uid.json,
            "code": JSONValue(code?.rawValue), "message": words.json, "remedy": remedy.json,
        ]
    }

    /// Returns the problem and the next step as human-readable text.
    fileprivate func text(style: Style) -> String {
        let name = batch.map { printable(seat ?? "all of \($0)") } ?? "stranger"
        let head = [style.bold(name), uid, printable(words)].compactMap(\.self).joined(separator: "  ")
        return "  \(head)\n      → \(printable(remedy))"
    }
}
