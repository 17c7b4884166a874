public import DatabaseKit
public import TimeKit

extension Transaction {
    /// Saves a gap. Does nothing if an open gap with the same cause already covers the same period.
    public func open(_ gap: BooksGap) throws {
        let isKnown = try isAny(
            "SELECT 1 FROM books_gap WHERE is_open = 1 AND cause = ? AND since <= ? AND found >= ?",
            [gap.cause.rawValue, gap.since, gap.found])
        guard !isKnown else { return }
        try run(
            "INSERT INTO books_gap (cause, since, found, is_open) VALUES (?, ?, ?, 1)",
            [gap.cause.rawValue, gap.since, gap.found])
    }

    /// Returns the open gaps, oldest first.
    public func openGaps() throws -> [BooksGap] {
        try all("SELECT cause, since, found FROM books_gap WHERE is_open = 1 ORDER BY number LIMIT 1000", [])
        { row in
            BooksGap(
                BooksGap.Cause(rawValue: row[0]) ?? .restored, since: row[1],
                found: row[2])
        }
    }

    /// Closes the gaps that start at or after `since` and were found at or before `time`.
    public func closeGaps(since: Timestamp, foundBy time: Timestamp) throws {
        try run(
            "UPDATE books_gap SET is_open = 0 WHERE is_open = 1 AND since >= ? AND found <= ?",
            [since, time])
    }
}
