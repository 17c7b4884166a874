import TextKit
import TimeKit

/// The result table of an audit walk, with one line for each seat and one for each tag without a seat.
public struct AuditExport: Hashable, Sendable {
    /// The walk.
    public var walk: AuditWalk

    /// Creates the table of a walk.
    public init(_ walk: AuditWalk) { self.walk = walk }

    /// The table as CSV (RFC 4180) for spreadsheets. No cell can be run as a formula.
    public var csv: String {
        var lines: [[String]] = [Self.head]
        for seat in walk.seats { lines.append(Self.fields(seat)) }
        for stranger in walk.strangers { lines.append(Self.fields(stranger)) }
        return lines.map(CSVLine.text).joined()
    }

    private static let head = [
        "result", "batch", "number", "seat", "campus", "org", "fund", "url", "uid", "chip", "seen",
        "times_seen", "seen_at", "seen_url", "seen_lock", "codes", "words", "remedy",
    ]

    private static func fields(_ seat: AuditWalk.Seat) -> [String] {
        let row = seat.row
        return [
            seat.result.rawValue, row.batch, String(row.number), row.seat, row.campus ?? "", row.org ?? "",
            row.fund ?? "", row.url, row.uid ?? "", seat.tag?.product ?? "",
        ] + seen(seat.sighting, timesSeen: seat.timesSeen)
    }

    private static func fields(_ stranger: AuditSighting) -> [String] {
        [
            "stranger", stranger.place?.batch ?? "", stranger.place.map { String($0.row) } ?? "",
            stranger.seat ?? "", "", "", "", "", stranger.uid ?? "", stranger.product ?? "",
        ] + seen(stranger, timesSeen: 1)
    }

    private static func seen(_ sighting: AuditSighting?, timesSeen: Int) -> [String] {
        guard let sighting else { return ["", "0", "", "", "", "", "", ""] }
        return [
            sighting.time.iso8601, String(timesSeen), sighting.standing ?? "", sighting.url ?? "",
            sighting.lock.rawValue, sighting.findings.map(\.code.rawValue).joined(separator: " "),
            sighting.findings.map(\.words).joined(separator: "; "),
            sighting.findings.map(\.remedy).joined(separator: "; "),
        ]
    }
}
