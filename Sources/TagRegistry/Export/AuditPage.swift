import TextKit
import TimeKit

/// A walk as a page to print and to tick off: the answer, what to do next, and every seat.
public struct AuditPage: Hashable, Sendable {
    /// The walk.
    public var walk: AuditWalk

    /// The page of a walk.
    public init(_ walk: AuditWalk) { self.walk = walk }

    /// HTML that needs nothing else: no script, no file, no network. Each result stands there in a word and a sign.
    public var html: String {
        let title = "Walk \(walk.start.number): \(walk.start.scope.words)".escapedForHTML
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(title)</title>
            <style>
            \(Self.style)
            </style>
            </head>
            <body>
            <h1>\(title)</h1>
            <p>Begun \(walk.start.started.inUTC)</p>
            \(answer)
            \(todo)
            <h2>Every seat</h2>
            <table>
            <thead><tr><th>seat</th><th>result</th><th>what was found</th><th>tag</th><th>seen</th></tr></thead>
            <tbody>
            \(walk.seats.map(line).joined(separator: "\n"))
            </tbody>
            </table>
            </body>
            </html>

            """
    }

    private static let style = """
        body { font-family: system-ui, sans-serif; margin: 1cm auto; max-width: 60rem; padding: 0 4mm; }
        table { border-collapse: collapse; width: 100%; font-size: 10pt; }
        th, td { border-bottom: 1px solid #bbb; padding: 1.5mm 2mm; text-align: left; vertical-align: top; }
        td { overflow-wrap: anywhere; }
        thead { display: table-header-group; }
        tr { break-inside: avoid; }
        code { font-size: 9pt; }
        .answer { border: 2px solid #333; border-radius: 3mm; padding: 3mm 4mm; font-size: 13pt; }
        .bad td:first-child, .bad td:nth-child(2) { font-weight: bold; }
        .box { width: 1.5em; font-size: 14pt; }
        @media print { body { margin: 0; max-width: none; } }
        """

    private var answer: String {
        let summary = walk.summary
        let parts = [
            "\(summary.right) right", "\(summary.wrong) wrong", "\(summary.neverSeen) never seen",
            "\(summary.withoutTag) without a tag", "\(summary.strangers) that belong to no seat here",
        ]
        let verdict =
            summary.isRight
            ? "✓ Every seat was seen, and every tag is right."
            : summary.isSeenRight
                ? "✗ Every seat is right, and not every tag is locked as planned."
                : "✗ Not every seat is right yet."
        return """
            <p class="answer">\(verdict)<br>
            \(summary.seats) seats: \(parts.joined(separator: ", "))</p>
            """
    }

    /// What to do, with a box to tick for each.
    private var todo: String {
        let steps = walk.steps
        guard !steps.isEmpty else { return "" }
        let lines = steps.map { step in
            let seat = step.seat ?? step.batch.map { "all of \($0)" } ?? "a stranger"
            return """
                <tr><td class="box">☐</td><td><bdi>\(seat.escapedForHTML)</bdi></td>\
                <td>\(step.words.escapedForHTML)</td><td>\(Self.withCode(step.remedy))</td>\
                <td>\((step.uid ?? "").escapedForHTML)</td></tr>
                """
        }
        return """
            <h2>What to do next</h2>
            <table>
            <thead><tr><th></th><th>seat</th><th>what is the matter</th><th>what to do</th><th>tag</th></tr></thead>
            <tbody>
            \(lines.joined(separator: "\n"))
            </tbody>
            </table>
            """
    }

    private func line(_ seat: AuditWalk.Seat) -> String {
        let words = (seat.sighting?.findings ?? []).map(\.words).joined(separator: "; ")
        let isBad = seat.result != .right
        let place = [seat.row.seat, seat.row.campus].compactMap(\.self).joined(separator: ", ")
        return """
            <tr\(isBad ? " class=\"bad\"" : "")><td><bdi>\(place.escapedForHTML)</bdi></td>\
            <td>\(seat.result.sign) \(seat.result.words)</td><td>\(words.escapedForHTML)</td>\
            <td>\((seat.row.uid ?? "").escapedForHTML)</td><td>\(seat.sighting?.time.inUTC ?? "")</td></tr>
            """
    }

    /// A sentence whose commands stand between backticks.
    private static func withCode(_ text: String) -> String {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated().map { index, part in
            let part = String(part).escapedForHTML
            return index.isMultiple(of: 2) ? part : "<code>\(part)</code>"
        }.joined()
    }
}

extension AuditScope {
    /// Through which seats, for people.
    public var words: String {
        switch (batch, org) {
        case (let batch?, let org?): "\(batch), the seats of \(org)"
        case (let batch?, nil): batch
        case (nil, let org?): "all seats of \(org)"
        case (nil, nil): "all seats"
        }
    }
}

extension AuditWalk.Result {
    /// The same without colour.
    public var sign: String {
        switch self {
        case .right: "✓"
        case .wrong: "✗"
        case .neverSeen, .renewed: "?"
        case .withoutTag: "–"
        }
    }

    /// In words.
    public var words: String {
        switch self {
        case .right: "right"
        case .wrong: "wrong"
        case .neverSeen: "never seen"
        case .renewed: "written since, hold it up again"
        case .withoutTag: "without a tag"
        }
    }
}
