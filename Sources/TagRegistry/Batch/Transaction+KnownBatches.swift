public import DatabaseKit

extension Transaction {
    /// The batch of this name.
    ///
    /// - Throws: ``RegistryError`` with code `unknownBatch`.
    public func knownBatch(_ name: String) throws -> Batch {
        guard let batch = try batch(name) else { throw RegistryError(.unknownBatch, String(name.prefix(64))) }
        return batch
    }

    /// The row of a seat, in one batch or in whichever has it.
    ///
    /// - Throws: ``RegistryError`` with code `unknownSeat`, or `seatUnclear` where several batches have it.
    public func knownSeat(_ seat: String, of batch: String?) throws -> BatchRow {
        let rows = try rows(seat: seat, of: batch, limit: 2)
        guard let row = rows.first else { throw RegistryError(.unknownSeat, String(seat.prefix(64))) }
        guard rows.count == 1 else {
            throw RegistryError(.seatUnclear, row.seat, wanted: rows.map(\.batch).joined(separator: ", "))
        }
        return row
    }

    /// All batches, read page by page.
    public func allBatches() throws -> [Batch] {
        var all: [Batch] = []
        while case let page = try batches(after: all.last?.name, limit: 200), !page.isEmpty { all += page }
        return all
    }

    /// All rows of a batch, read page by page; ``BatchRow/most`` at most.
    public func allRows(of batch: String) throws -> [BatchRow] {
        var all: [BatchRow] = []
        while case let page = try rows(of: batch, state: nil, after: all.last?.number, limit: 500),
            !page.isEmpty
        {
            all += page
        }
        return all
    }

    /// How far a batch is.
    public func counts(of batch: String) throws -> BatchCounts {
        let rows = try rowCounts(of: batch)
        return BatchCounts(
            verified: rows[.verified] ?? 0, writing: rows[.writing] ?? 0, open: rows[.open] ?? 0,
            setAside: try journalCount(batch: batch, kind: .setAside))
    }
}

/// How far a batch is; `rows` is the sum of `verified`, `writing` and `open`.
public struct BatchCounts: Hashable, Sendable {
    /// All rows.
    public var rows: Int { verified + writing + open }
    /// Rows whose tag is written and read back.
    public var verified: Int
    /// Rows whose tag was begun and not ended.
    public var writing: Int
    /// Rows that wait for a tag.
    public var open: Int
    /// How often a tag was set aside, for whatever reason; its row went on to another tag.
    public var setAside: Int

    /// Counts of a batch.
    public init(verified: Int = 0, writing: Int = 0, open: Int = 0, setAside: Int = 0) {
        self.verified = verified
        self.writing = writing
        self.open = open
        self.setAside = setAside
    }
}
