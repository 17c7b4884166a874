extension BatchRecords {
    /// The batch of this name.
    ///
    /// - Throws: ``RegistryError`` with code `unknownBatch`.
    public func knownBatch(_ name: String) throws -> Batch {
        guard let batch = try batch(name) else { throw RegistryError(.unknownBatch, String(name.prefix(64))) }
        return batch
    }

    /// All rows of a batch, read page by page; ``BatchRow/most`` at most.
    public func allRows(of batch: String) throws -> [BatchRow] {
        var all: [BatchRow] = []
        while case let page = try rows(of: batch, state: nil, behind: all.last?.number, limit: 500),
            !page.isEmpty
        {
            all += page
        }
        return all
    }
}

extension BatchRecords where Self: JournalRecords {
    /// How far a batch is.
    public func counts(of batch: String) throws -> BatchCounts {
        let rows = try rowCounts(of: batch)
        return BatchCounts(
            verified: rows[.verified] ?? 0, writing: rows[.writing] ?? 0, open: rows[.open] ?? 0,
            setAside: try journalCount(batch: batch, kind: .setAside))
    }
}
