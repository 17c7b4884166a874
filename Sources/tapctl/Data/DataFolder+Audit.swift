import TagRegistry

extension DataFolder {
    /// The organizations to which any seat leads, as a walk is judged with them.
    func auditDirectory() async throws -> BatchDirectory {
        let names = try await read { unit in
            Set(try unit.auditRows(AuditScope()).compactMap(\.org))
        }
        return try await batchDirectory(of: names)
    }
}
