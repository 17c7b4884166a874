package import DatabaseKit
package import TagRegistry
import TimeKit

/// A batch with its counts, failures, rows and tags, for display.
package struct BatchDetails: Sendable {
    package let batch: Batch
    package let counts: BatchCounts
    /// The journal entries for tags that were rejected after a failure, newest first.
    package let failures: [JournalEntry]
    /// All rows of the batch, ordered by number.
    package let rows: [BatchRow]
    /// The rows that do not have a verified tag yet.
    package let missing: [BatchRow]
    /// The registered tags of the batch.
    package let tags: [RegisteredTag]

    package init(_ batch: Batch, in transaction: Transaction) throws {
        self.batch = batch
        counts = try transaction.counts(of: batch.name)
        failures = try transaction.journal(batch: batch.name, kind: .setAside, limit: BatchRow.most)
        rows = try transaction.allRows(of: batch.name)
        missing = rows.filter { $0.state != .verified }
        var tags: [RegisteredTag] = []
        while case let page = try transaction.tags(of: batch.name, after: tags.last?.uid, limit: 500),
            !page.isEmpty
        {
            tags += page
        }
        self.tags = tags
    }

    private func count(_ isCounted: (RegisteredTag) -> Bool) -> Int { tags.count(where: isCounted) }

    package var notGenuine: Int { count { $0.originality == .notGenuine } }
    package var doubled: Int { count(\.isDoubled) }
    package var withPassword: Int { count { $0.lock == .password } }
    package var locked: Int { count { $0.lock == .permanent } }

    /// The JSON document of the batch and its progress.
    package var document: JSONValue {
        batch.document(counts).adding("campuses", rows.campuses.json)
            .adding("not_genuine", notGenuine.json).adding("doubled", doubled.json)
            .adding("password", withPassword.json).adding("locked", locked.json)
            .adding("failures", .array(failures.map(failure)))
            .adding("missing", .array(missing.map(Self.missing)))
    }

    private func failure(_ entry: JournalEntry) -> JSONValue {
        [
            "time": entry.time.json, "number": entry.row.json, "uid": entry.uid.json,
            "code": JSONValue(entry.failure?.code), "message": JSONValue(entry.failure?.words),
        ]
    }

    private static func missing(_ row: BatchRow) -> JSONValue {
        [
            "number": row.number.json, "seat": row.seat.json, "state": row.state.rawValue.json,
            "failure": JSONValue(row.failure?.code),
        ]
    }
}
