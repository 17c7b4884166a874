public import DatabaseKit

extension Transaction {
    /// Keeps a key: a new one, or its next state.
    public func save(_ key: APIKey) throws {
        try run(
            """
            INSERT INTO api_key (id, name, body) VALUES (?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET name = excluded.name, body = excluded.body
            """, [key.id, key.name, try document(key)])
    }

    /// The key under this hash of a secret, or nil.
    public func apiKey(_ id: String) throws -> APIKey? {
        try first(APIKey.self, "SELECT body FROM api_key WHERE id = ?", [id])
    }

    /// The key of this name, octet by octet, or nil.
    public func apiKey(named name: String) throws -> APIKey? {
        try first(APIKey.self, "SELECT body FROM api_key WHERE name = ?", [name])
    }

    /// By name; at most ``APIKey/most`` can be there.
    public func apiKeys() throws -> [APIKey] {
        try all(APIKey.self, "SELECT body FROM api_key ORDER BY name LIMIT ?", [APIKey.most])
    }

    /// Takes a key away.
    public func removeAPIKey(_ id: String) throws {
        try run("DELETE FROM api_key WHERE id = ?", [id])
    }

    /// Lets a key speak for one more organization from now on.
    ///
    /// - Parameters:
    ///   - id: The hash of the key's secret.
    ///   - organization: Its id in the directory's spelling.
    /// - Returns: The key as it is then; nil if it was taken away.
    /// - Throws: ``StaffError`` with code `tooManyOrganizations`.
    public func widenAPIKey(_ id: String, by organization: String) throws -> APIKey? {
        guard var key = try apiKey(id) else { return nil }
        guard !key.organizations.contains(organization) else { return key }
        guard key.organizations.count < StaffMember.mostOrganizations else {
            throw StaffError(.tooManyOrganizations, "it already has \(StaffMember.mostOrganizations)")
        }
        key.organizations.append(organization)
        try save(key)
        return key
    }
}
