package import TagRegistry

extension DataFolder {
    /// Returns the organizations that the URLs of seats name, for judging an audit walk.
    package func auditDirectory() async throws -> BatchDirectory {
        let names = try await read { transaction in
            Set(try transaction.auditRows(AuditScope()).compactMap(\.org))
        }
        return try await batchDirectory(of: names)
    }
}
