import HTMLKit
import TimeKit

/// A printable page about an audit: the overall result, a checklist of next steps, and every seat.
public struct AuditPage: Hashable, Sendable {
    /// The audit shown on the page.
    public var walk: AuditWalk

    /// The next steps, in order.
    public var steps: [AuditStep]

    /// Creates the page of an audit.
    ///
    /// - Parameters:
    ///   - walk: The audit.
    ///   - steps: The next steps, in the wording of the program that shows them.
    public init(_ walk: AuditWalk, steps: [AuditStep]) {
        self.walk = walk
        self.steps = steps
    }

    /// A self-contained HTML page: no scripts, external files or network access. Each result is shown as a
    /// word and a symbol.
    public var html: String {
        let title = "Audit \(walk.start.number): \(walk.start.scope.words)"
        let body: HTML = """
            <h1>\(title)</h1>
            <p>Started \(walk.start.started.inUTC)</p>
            \(answer)
            \(todo)
            <h2>Every seat</h2>
            <table>
            <thead><tr><th>seat</th><th>result</th><th>what was found</th><th>tag</th><th>seen</th></tr></thead>
            <tbody>
            \(walk.seats.map(line))
            </tbody>
            </table>
            """
        return HTMLDocument(title: title, style: Self.style, body: body).text
    }

    private static let style = StyleSheet(
        """

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

        """)

    private var answer: HTML {
        let summary = walk.summary
        let parts = [
            "\(summary.right) right", "\(summary.wrong) wrong", "\(summary.neverSeen) never seen",
            "\(summary.withoutTag) without a tag",
            "\(summary.strangers == 1 ? "1 tag" : "\(summary.strangers) tags") without a seat here",
        ]
        let verdict =
            summary.isRight
            ? "✓ Every seat was seen, and every tag is right."
            : summary.isSeenRight
                ? "✗ Every seat has the right tag, but not every tag is locked as planned."
                : "✗ Some seats or tags still need attention."
        return """
            <p class="answer">\(verdict)<br>
            \(summary.seats == 1 ? "1 seat" : "\(summary.seats) seats"): \(parts.joined(separator: ", "))</p>
            """
    }

    /// The next steps as a table, each with a checkbox; empty if nothing remains to be done.
    private var todo: HTML {
        guard !steps.isEmpty else { return .empty }
        let lines = steps.map { step -> HTML in
            let seat = step.seat ?? step.batch.map { "all of \($0)" } ?? "none"
            return """
                <tr><td class="box">☐</td><td>\(HTML.name(seat))</td>\
                <td>\(step.words)</td><td>\(Self.withCode(step.remedy))</td>\
                <td>\(step.uid ?? "")</td></tr>
                """
        }
        return """
            <h2>What to do next</h2>
            <table>
            <thead><tr><th></th><th>seat</th><th>problem</th><th>what to do</th><th>tag</th></tr></thead>
            <tbody>
            \(lines)
            </tbody>
            </table>
            """
    }

    private func line(_ seat: AuditWalk.Seat) -> HTML {
        let words = (seat.sighting?.findings ?? []).map(\.words).joined(separator: "; ")
        let mark: HTML = seat.result == .right ? .empty : " class=\"bad\""
        let place = [seat.row.seat, seat.row.campus].compactMap(\.self).joined(separator: ", ")
        return """
            <tr\(mark)><td>\(HTML.name(place))</td>\
            <td>\(seat.result.sign) \(seat.result.words)</td><td>\(words)</td>\
            <td>\(seat.row.uid ?? "")</td><td>\(seat.sighting?.time.inUTC ?? "")</td></tr>
            """
    }

    /// Returns text as HTML. Commands in backticks become `code` elements.
    private static func withCode(_ text: String) -> HTML {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated().map { index, part -> HTML in
            index.isMultiple(of: 2) ? "\(String(part))" : "<code>\(String(part))</code>"
        }.joined()
    }
}

extension AuditScope {
    /// The seats of the audit as text, such as `all seats of Grace`.
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
    /// A symbol for the result, which can be recognized without color.
    public var sign: String {
        switch self {
        case .right: "✓"
        case .wrong: "✗"
        case .neverSeen, .renewed: "?"
        case .withoutTag: "–"
        }
    }

    /// The result as human-readable text.
    public var words: String {
        switch self {
        case .right: "right"
        case .wrong: "wrong"
        case .neverSeen: "never seen"
        case .renewed: "changed since it was last seen: hold the tag to the reader again"
        case .withoutTag: "without a tag"
        }
    }
}
