package import TagRegistry
import TextKit
import TimeKit

extension Batch {
    /// Returns the members that all documents of a batch have in common.
    package func document(_ counts: BatchCounts) -> JSONValue {
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
    /// The description for people.
    package var words: String {
        switch self {
        case .none: "none: anybody can rewrite these tags"
        case .password: "password: rewritten with the batch's secret alone"
        case .permanent: "permanent: `tapctl batch lock` locks them"
        }
    }
}

extension BatchPlan {
    /// Returns the document of `batch new --json`.
    package func document(isKept: Bool) -> JSONValue {
        batch.document(BatchCounts(open: rows.count)).adding("campuses", rows.campuses)
            .adding("kept", .bool(isKept)).adding("notes", .array(notes.map { .string($0.sentence) }))
    }
}

extension [BatchRow] {
    /// The distinct campuses of the seats.
    package var campuses: JSONValue { .array(seatCounts(compactMap(\.campus)).map { .string($0.value) }) }
}

/// Returns each distinct value, in order of first occurrence, with the number of seats that have it.
package func seatCounts(_ values: [String]) -> [(value: String, seats: Int)] {
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
    /// The document of `batch export --json`.
    package var document: JSONValue {
        [
            "object": "batch_export", "name": .string(batch.name),
            "rows": .array(rows.map(Self.document)),
        ]
    }

    /// Returns a row of `batch export --json`.
    package static func document(_ entry: Row) -> JSONValue {
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
    /// The document of `batch export --static --json`.
    package var document: JSONValue {
        [
            "object": "redirect_map",
            "redirects": .array(
                entries.map { ["path": .string($0.path), "url": JSONValue($0.url), "status": .int(302)] }),
        ]
    }
}
