package import TagRegistry
import TextKit
import TimeKit

/// A batch with the number of its seats in each state.
package struct CountedBatch: Documented {
    fileprivate let batch: Batch
    fileprivate let counts: BatchCounts

    package static let fields = DocumentFields<CountedBatch>("batch") {
        Field("name") { $0.batch.name }
        Field("rows", "the number of seats: the sum of `verified`, `writing` and `open`") {
            $0.counts.rows
        }
        Field("verified", "the number of seats whose tag was written, read back and recorded") {
            $0.counts.verified
        }
        Field("failed", "the number of times a tag was rejected") { $0.counts.setAside }
        Field("open", "the number of seats without a tag") { $0.counts.open }
        Field("writing", "the number of seats whose tag is only partly written") { $0.counts.writing }
        Field("protection") { $0.batch.protection }
        Field("chips", "the chip types that the batch accepts") { $0.batch.products }
        Field("genuine_only") { $0.batch.genuineOnly }
        Field("mirror", "whether the chip mirrors its UID and counter") { $0.batch.mirror != .none }
        Field("managed", "whether the tags contain /t/{tag} URLs") { $0.batch.isManaged }
        Field("created") { $0.batch.created }
    }
}

extension Batch {
    /// Returns the batch with the given numbers of seats.
    package func counted(_ counts: BatchCounts) -> CountedBatch { CountedBatch(batch: self, counts: counts) }

    /// Returns a JSON document that describes the batch and contains the given seat counts.
    package func document(_ counts: BatchCounts) -> JSONValue { counted(counts).document }
}

extension TagProtection {
    /// A human-readable description of the protection.
    package var words: String {
        switch self {
        case .none: "none: anyone can rewrite these tags"
        case .password: "password: these tags can be rewritten only with the batch's secret"
        case .permanent: "permanent: `tapctl batch lock` locks these tags"
        }
    }
}

/// A planned batch, with the campuses of its seats and notes for a person to check.
package struct PlannedBatch: Documented {
    private let batch: CountedBatch
    private let campuses: [String]
    private let isKept: Bool
    private let notes: [String]

    package init(_ batch: CountedBatch, rows: [BatchRow], isKept: Bool, notes: [String] = []) {
        self.batch = batch
        campuses = rows.campuses
        self.isKept = isKept
        self.notes = notes
    }

    package static let fields = DocumentFields<PlannedBatch>(named: "batch_plan") {
        CountedBatch.fields(of: \.batch)
        Field("campuses", "the campuses of the seats, without duplicates") { $0.campuses }
        Field("kept", "whether the batch was stored; false for a dry run") { $0.isKept }
        Field("notes", "notes that a person should check; empty for a repeated request") { $0.notes }
    }
}

extension BatchPlan {
    /// Returns the JSON document of a planned batch.
    package func document(isKept: Bool) -> JSONValue {
        PlannedBatch(
            batch.counted(BatchCounts(open: rows.count)), rows: rows, isKept: isKept,
            notes: notes.map(\.sentence)
        ).document
    }
}

extension [BatchRow] {
    /// The campuses of the seats, without duplicates.
    package var campuses: [String] { seatCounts(compactMap(\.campus)).map(\.value) }
}

/// Returns the distinct values in order of first occurrence, each with the number of seats that have this
/// value.
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
    /// The JSON document of an exported batch.
    package var document: JSONValue {
        [
            "object": "batch_export", "name": batch.name.json, "rows": .array(rows.map(\.document)),
        ]
    }
}

extension BatchExport.Row: Documented {
    /// The fields of one row in the JSON document of an exported batch.
    package static let fields = DocumentFields<BatchExport.Row> {
        Field("number", .number(1 ... .max), "the row's number, for use as starting_after") { $0.row.number }
        Field("seat") { $0.row.seat }
        Field("campus") { $0.row.campus }
        Field("org") { $0.row.org }
        Field("fund") { $0.row.fund }
        Field("recurring") { $0.row.recurring }
        Field("url", "the URL on the tag, with a placeholder if the chip mirrors data") { $0.row.url }
        Field("tag_id", "the tag id in the URL") { $0.row.tagID }
        Field("state") { $0.row.state }
        Field("uid", "the UID of the tag at this seat") { $0.row.uid }
        Field("chip") { $0.tag?.product }
        Field("signature") { $0.tag?.originality?.rawValue }
        Field("lock") { $0.tag?.lock.rawValue }
        Field("doubled", "whether this UID was read from tags with different chips or contents") {
            $0.tag?.isDoubled ?? false
        }
        Field("read_back_sha256") { $0.tag?.readBackHash }
        Field("verified") { $0.tag?.verified }
        Field("failure", "why the last tag for this seat was rejected") { $0.row.failure?.code }
    }

    /// The fields of one row in the API's list of batch rows.
    package static let listed = DocumentFields<BatchExport.Row>(named: "batch_row") {
        BatchExport.Row.fields(of: \.self)
        Field("object", is: "batch_row")
    }
}

extension RedirectMap {
    /// The JSON document of a redirect map, which a static web server can use.
    package var document: JSONValue {
        [
            "object": "redirect_map",
            "redirects": .array(
                entries.map { ["path": $0.path.json, "url": $0.url.json, "status": .int(302)] }),
        ]
    }
}
