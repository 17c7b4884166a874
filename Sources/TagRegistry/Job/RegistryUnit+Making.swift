extension RegistryUnit {
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

/// Ids of tags, as they stand in URLs.
public enum TagIdentifier {
    /// Ten letters and digits of Crockford's base 32, lower case, out of 50 random bits: nobody guesses another
    /// seat's.
    public static func make(random: UInt64) -> String {
        let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz")
        return String((0..<10).map { alphabet[Int(random >> (UInt64($0) * 5) & 31)] })
    }
}
