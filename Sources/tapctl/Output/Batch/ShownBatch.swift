import DatabaseKit
import Documents
import TagRegistry
import TimeKit

/// A batch with all that a person asks about it: counts, failures with their reasons, missing seats.
struct ShownBatch: Sendable {
    let batch: Batch
    let counts: BatchCounts
    /// What was set aside, newest first.
    let failures: [JournalEntry]
    /// Its seats, by number.
    let rows: [BatchRow]
    /// Those without a verified tag.
    let missing: [BatchRow]
    /// The tags that are there.
    let tags: [RegisteredTag]

    init(_ batch: Batch, in transaction: Transaction) throws {
        self.batch = batch
        counts = try transaction.counts(of: batch.name)
        failures = try transaction.journal(batch: batch.name, kind: .setAside, limit: BatchRow.most)
        rows = try transaction.allRows(of: batch.name)
        missing = rows.filter { $0.state != .verified }
        var tags: [RegisteredTag] = []
        while case let page = try transaction.tags(of: batch.name, behind: tags.last?.uid, limit: 500),
            !page.isEmpty
        {
            tags += page
        }
        self.tags = tags
    }

    private func count(_ isCounted: (RegisteredTag) -> Bool) -> Int { tags.count(where: isCounted) }

    private var notGenuine: Int { count { $0.originality == .notGenuine } }
    private var doubled: Int { count(\.isDoubled) }
    private var withPassword: Int { count { $0.lock == .password } }
    private var locked: Int { count { $0.lock == .permanent } }

    /// `batch status --json`.
    var document: JSONValue {
        batch.document(counts).adding("campuses", rows.campuses)
            .adding("not_genuine", .int(notGenuine)).adding("doubled", .int(doubled))
            .adding("password", .int(withPassword)).adding("locked", .int(locked))
            .adding("failures", .array(failures.map(failure)))
            .adding("missing", .array(missing.map(Self.missing)))
    }

    private func failure(_ entry: JournalEntry) -> JSONValue {
        [
            "time": .string(entry.time.iso8601), "number": entry.row.map(JSONValue.int) ?? .null,
            "uid": JSONValue(entry.uid), "code": JSONValue(entry.failure?.code),
            "message": JSONValue(entry.failure?.words),
        ]
    }

    private static func missing(_ row: BatchRow) -> JSONValue {
        [
            "number": .int(row.number), "seat": .string(row.seat), "state": .string(row.state.rawValue),
            "failure": JSONValue(row.failure?.code),
        ]
    }

    /// The same for people; of long lists the first twenty.
    func text(style: Style) -> String {
        var parts = [columns(lines, style: style)]
        if !failures.isEmpty {
            let rows = failures.prefix(Self.mostShown).map { entry in
                [
                    entry.row.map(String.init) ?? "", entry.uid ?? "no UID", entry.failure?.code ?? "",
                    printable(entry.failure?.words ?? ""),
                ]
            }
            parts.append(table([["row", "set aside", "why", ""]] + rows, style: style))
            if failures.count > rows.count {
                parts.append("and \(failures.count - rows.count) more (--json)")
            }
        }
        return parts.joined(separator: "\n\n")
    }

    private var lines: [(label: String, value: String)] {
        var lines = [
            ("batch", printable(batch.name)), ("written", "\(counts.verified) of \(counts.rows)"),
        ]
        let states = [
            (counts.writing, "begun"), (counts.setAside, "set aside"), (notGenuine, "not genuine"),
            (doubled, "with a UID that was seen twice"), (withPassword, "with a password"),
            (locked, "permanently locked"),
        ]
        lines += states.filter { $0.0 > 0 }.map { ("", "\($0.0) \($0.1)") }
        if let campuses = rows.campusLines { lines.append(("campus", campuses)) }
        lines.append(("protection", batch.protection.words))
        lines.append(("chips", batch.products.joined(separator: ", ")))
        if missing.isEmpty {
            lines.append(("missing", "nothing"))
        } else {
            let seats = missing.prefix(Self.mostShown).map { printable($0.seat) }.joined(separator: ", ")
            let more = missing.count > Self.mostShown ? " and \(missing.count - Self.mostShown) more" : ""
            lines.append(("missing", seats + more))
        }
        return lines
    }

    private static let mostShown = 20
}
