public import DatabaseKit

extension Transaction {
    /// Returns the batch with this name.
    ///
    /// - Throws: ``RegistryError`` with code `unknownBatch`.
    public func knownBatch(_ name: String) throws -> Batch {
        guard let batch = try batch(name) else { throw RegistryError(.unknownBatch, String(name.prefix(64))) }
        return batch
    }

    /// Returns the row of a seat in the given batch. Without a batch, returns the row in the only batch that
    /// has the seat.
    ///
    /// - Throws: ``RegistryError`` with code `unknownSeat`, or `seatUnclear` if several batches have the
    ///   seat.
    public func knownSeat(_ seat: String, of batch: String?) throws -> BatchRow {
        let rows = try rows(seat: seat, of: batch, limit: 2)
        guard let row = rows.first else { throw RegistryError(.unknownSeat, String(seat.prefix(64))) }
        guard rows.count == 1 else {
            throw RegistryError(
                .seatUnclear, row.seat,
                wanted: "for example, \(rows.map(\.batch).joined(separator: " and "))")
        }
        return row
    }

    /// Returns all batches, fetched page by page.
    public func allBatches() throws -> [Batch] {
        var all: [Batch] = []
        while case let page = try batches(after: all.last?.name, limit: 200), !page.isEmpty { all += page }
        return all
    }

    /// Returns all rows of a batch, at most ``BatchRow/most``, fetched page by page.
    public func allRows(of batch: String) throws -> [BatchRow] {
        var all: [BatchRow] = []
        while case let page = try rows(of: batch, state: nil, after: all.last?.number, limit: 500),
            !page.isEmpty
        {
            all += page
        }
        return all
    }

    /// Returns the progress of a batch.
    public func counts(of batch: String) throws -> BatchCounts {
        let rows = try rowCounts(of: batch)
        return BatchCounts(
            verified: rows[.verified] ?? 0, writing: rows[.writing] ?? 0, open: rows[.open] ?? 0,
            setAside: try journalCount(batch: batch, kind: .setAside))
    }
}

/// The progress of a batch. `rows` is the sum of `verified`, `writing` and `open`.
public struct BatchCounts: Hashable, Sendable {
    /// The total number of rows.
    public var rows: Int { verified + writing + open }
    /// The number of rows whose tag was written and read back.
    public var verified: Int
    /// The number of rows for which writing a tag was started but not completed.
    public var writing: Int
    /// The number of rows that wait for a tag.
    public var open: Int
    /// The number of times that a tag was rejected.
    public var setAside: Int

    /// Creates the counts of a batch. Omitted counts are zero.
    public init(verified: Int = 0, writing: Int = 0, open: Int = 0, setAside: Int = 0) {
        self.verified = verified
        self.writing = writing
        self.open = open
        self.setAside = setAside
    }
}
