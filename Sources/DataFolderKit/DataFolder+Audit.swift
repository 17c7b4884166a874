package import TagRegistry

extension DataFolder {
    /// The organizations to which any seat leads, as a walk is judged with them.
    package func auditDirectory() async throws -> BatchDirectory {
        let names = try await read { transaction in
            Set(try transaction.auditRows(AuditScope()).compactMap(\.org))
        }
        return try await batchDirectory(of: names)
    }
}
