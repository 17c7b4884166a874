import Documents
import TagRegistry
import TextKit
import TimeKit

extension Batch {
    /// What `batch list` and `batch status` have in common.
    func document(_ counts: BatchCounts) -> JSONValue {
        [
            "object": "batch", "name": .string(name), "rows": .int(counts.rows),
            "verified": .int(counts.verified), "failed": .int(counts.setAside), "open": .int(counts.open),
            "writing": .int(counts.writing), "protection": .string(protection.rawValue),
            "chips": .array(products.map(JSONValue.string)), "genuine_only": .bool(genuineOnly),
            "mirror": .bool(mirror != .none), "managed": .bool(isManaged),
            "created": .string(created.iso8601),
        ]
    }
}

extension TagProtection {
    /// What it means, in words.
    var words: String {
        switch self {
        case .none: "none: anybody can rewrite these tags"
        case .password: "password: rewritten with the batch's secret alone"
        case .permanent: "permanent: `tapctl batch lock` locks them"
        }
    }
}

extension BatchPlan {
    /// `batch new --json`.
    func document(isKept: Bool) -> JSONValue {
        batch.document(BatchCounts(open: rows.count)).adding("campuses", rows.campuses)
            .adding("kept", .bool(isKept)).adding("notes", .array(notes.map { .string($0.sentence) }))
    }

    /// The same for people.
    func lines(isKept: Bool) -> [(label: String, value: String)] {
        let seats = rows.first.map { first in
            rows.count == 1 ? first.seat : "\(first.seat) to \(rows.last?.seat ?? first.seat)"
        }
        var lines = [
            ("batch", printable(batch.name)),
            ("seats", "\(rows.count): \(printable(seats ?? ""))"),
        ]
        if let campuses = rows.campusLines { lines.append(("campus", campuses)) }
        lines += [
            ("leads to", aims), ("chips", batch.products.joined(separator: ", ")),
            ("protection", batch.protection.words),
        ]
        if let row = rows.first, batch.isManaged { lines.append(("first tag", printable(row.url))) }
        let isSecret = batch.protection == .password
        let next =
            (isSecret ? "`tapctl secret new FILE`, once; then " : "")
            + "`tapctl batch run \(printable(batch.name.shellWord))\(isSecret ? " --secret FILE" : "")` writes the tags"
        lines.append(("next", isKept ? next : "nothing was kept (--dry-run)"))
        return lines
    }

    /// The first destinations, with how many seats lead there.
    private var aims: String {
        seatLines(destinations.isEmpty ? rows.map(\.url) : destinations.compactMap { $0.aim?.url })
    }
}

extension [BatchRow] {
    /// The sites of the seats, each once.
    var campuses: JSONValue { .array(seatCounts(compactMap(\.campus)).map { .string($0.value) }) }

    /// The first sites, with how many seats are there, and how many at none; nil where no seat names one.
    var campusLines: String? {
        let campuses = compactMap(\.campus)
        guard !campuses.isEmpty else { return nil }
        let elsewhere = count - campuses.count
        return seatLines(campuses) + (elsewhere > 0 ? "\nnone  \(counted(elsewhere, "seat"))" : "")
    }
}

/// The first values of seats, a line each, with how many seats have them.
private func seatLines(_ values: [String]) -> String {
    let counts = seatCounts(values)
    let shown = counts.prefix(4).map { "\(printable($0.value))  \(counted($0.seats, "seat"))" }
    let more = counts.count > shown.count ? ["and \(counts.count - shown.count) more"] : []
    return (shown + more).joined(separator: "\n")
}

/// Each value once, in the order of the seats, with how many seats have it.
private func seatCounts(_ values: [String]) -> [(value: String, seats: Int)] {
    var counts: [(value: String, seats: Int)] = []
    var places: [String: Int] = [:]
    for value in values {
        if let place = places[value] {
            counts[place].seats += 1
        } else {
            places[value] = counts.count
            counts.append((value, 1))
        }
    }
    return counts
}

extension BatchExport {
    /// `batch export --json`.
    var document: JSONValue {
        [
            "object": "batch_export", "name": .string(batch.name),
            "rows": .array(rows.map(Self.document)),
        ]
    }

    /// A row of `batch export --json`.
    static func document(_ entry: Row) -> JSONValue {
        let (row, tag) = (entry.row, entry.tag)
        return [
            "number": .int(row.number), "seat": .string(row.seat), "campus": JSONValue(row.campus),
            "org": JSONValue(row.org), "fund": JSONValue(row.fund), "recurring": .bool(row.recurring),
            "url": .string(row.url), "tag_id": JSONValue(row.tagID), "state": .string(row.state.rawValue),
            "uid": JSONValue(row.uid), "chip": JSONValue(tag?.product),
            "signature": JSONValue(tag?.originality?.rawValue), "lock": JSONValue(tag?.lock.rawValue),
            "doubled": .bool(tag?.isDoubled ?? false), "read_back_sha256": JSONValue(tag?.readBackHash),
            "verified": JSONValue(tag?.verified?.iso8601), "failure": JSONValue(row.failure?.code),
        ]
    }
}

extension RedirectMap {
    /// `batch export --static --json`.
    var document: JSONValue {
        [
            "object": "redirect_map",
            "redirects": .array(
                entries.map { ["path": .string($0.path), "url": JSONValue($0.url), "status": .int(302)] }),
        ]
    }
}
