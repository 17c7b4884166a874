import TextKit
import TimeKit

/// The result table of an audit, with one line for each seat and one for each tag without a seat.
public struct AuditExport: Hashable, Sendable {
    /// The audit whose results the table lists.
    public var walk: AuditWalk

    /// Creates the table of an audit's results so far.
    public init(_ walk: AuditWalk) { self.walk = walk }

    /// The table as CSV (RFC 4180) for spreadsheets. An apostrophe is inserted wherever a spreadsheet could
    /// run text as a formula.
    public var csv: String {
        var lines: [[CSVLine.Field]] = [Self.head]
        for seat in walk.seats { lines.append(Self.fields(seat)) }
        for stranger in walk.strangers { lines.append(Self.fields(stranger)) }
        return lines.map(CSVLine.text).joined()
    }

    private static let head: [CSVLine.Field] = [
        "result", "batch", "number", "seat", "campus", "org", "fund", "url", "uid", "chip", "seen",
        "times_seen", "seen_at", "seen_url", "seen_lock", "codes", "words", "remedy",
    ]

    private static func fields(_ seat: AuditWalk.Seat) -> [CSVLine.Field] {
        let row = seat.row
        return [
            .text(seat.result.rawValue), .text(row.batch), .count(row.number), .text(row.seat),
            .text(row.campus ?? ""), .text(row.org ?? ""), .text(row.fund ?? ""), .text(row.url),
            .text(row.uid ?? ""), .text(seat.tag?.product ?? ""),
        ] + seen(seat.sighting, timesSeen: seat.timesSeen)
    }

    private static func fields(_ stranger: AuditSighting) -> [CSVLine.Field] {
        [
            "stranger", .text(stranger.place?.batch ?? ""), stranger.place.map { .count($0.row) } ?? "",
            .text(stranger.seat ?? ""), "", "", "", "", .text(stranger.uid ?? ""),
            .text(stranger.product ?? ""),
        ] + seen(stranger, timesSeen: 1)
    }

    private static func seen(_ sighting: AuditSighting?, timesSeen: Int) -> [CSVLine.Field] {
        guard let sighting else { return ["", .count(0), "", "", "", "", "", ""] }
        return [
            .date(sighting.time.iso8601), .count(timesSeen), .text(sighting.standing ?? ""),
            .text(sighting.url ?? ""), .text(sighting.lock.rawValue),
            .text(sighting.findings.map(\.code.rawValue).joined(separator: " ")),
            .text(sighting.findings.map(\.words).joined(separator: "; ")),
            .text(sighting.findings.map(\.remedy).joined(separator: "; ")),
        ]
    }
}
