public import DatabaseKit

extension Transaction {
    /// Saves new taps unchanged, in order. Does not compare their counters with the counters of earlier taps.
    public func save(new taps: [SeenTap]) throws {
        var keys = TimedRows.NewKeys(of: .seenTaps)
        var values: [StatementValues] = []
        for tap in taps {
            let (row, number) = (try StoredSeenTap(tap), TimedRows.seenTaps.number(of: tap.id))
            values.append([
                try keys.key(for: tap.id, in: self), number, number == nil ? tap.id : nil,
                row.isReplay ? 1 : 0, row.uid, row.counter, row.tagID, row.body,
            ])
        }
        while !values.isEmpty {
            // Only two forms of the statement are used, because each form is compiled once.
            let count = values.count < Self.seenTapsAtOnce ? 1 : Self.seenTapsAtOnce
            let rows = Array(repeating: "(?, ?, ?, ?, ?, ?, ?, ?)", count: count).joined(separator: ", ")
            try run(
                """
                INSERT INTO seen_tap (moment, number, id, is_replay, uid, counter, tag_id, body)
                VALUES \(rows)
                """, values.prefix(count).reduce(into: []) { $0 += $1 })
            values.removeFirst(count)
        }
    }

    /// The number of taps that one statement inserts.
    private static var seenTapsAtOnce: Int { 16 }
}
