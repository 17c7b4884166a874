public import DatabaseKit

extension Transaction {
    /// Keeps a checked job.
    ///
    /// - Throws: ``RegistryError`` with code `batchExists`.
    public func keep(_ plan: BatchPlan) throws {
        if let there = try batch(plan.batch.name) { throw RegistryError(.batchExists, there.name) }
        try save(plan.batch)
        for row in plan.rows { try save(row) }
        for destination in plan.destinations { try save(destination) }
    }

    /// Takes a batch away whose first tag was not begun; its managed ids are withdrawn.
    ///
    /// - Throws: ``RegistryError`` with code `batchInUse` where a tag was begun for it.
    public func remove(_ batch: Batch) throws {
        guard try journalCount(batch: batch.name, kind: .begun) == 0 else {
            throw RegistryError(.batchInUse, batch.name)
        }
        while let destination = try destinations(of: batch.name, behind: nil, limit: 1).first {
            var withdrawn = destination
            (withdrawn.state, withdrawn.place) = (.revoked, nil)
            try save(withdrawn)
        }
        try removeBatch(batch.name)
    }
}
