public import DatabaseKit

extension Transaction {
    /// Saves a key, and replaces a stored key with the same id.
    public func save(_ key: APIKey) throws {
        try run(
            """
            INSERT INTO api_key (id, name, body) VALUES (?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET name = excluded.name, body = excluded.body
            """, [key.id, key.name, try document(key)])
    }

    /// Returns the key whose secret has this hash, or nil.
    public func apiKey(_ id: String) throws -> APIKey? {
        try one("SELECT body, unconfirmed_since FROM api_key WHERE id = ?", [id], APIKey.init(row:))
    }

    /// Returns the key with exactly this name, or nil. Names are case-sensitive.
    public func apiKey(named name: String) throws -> APIKey? {
        try one("SELECT body, unconfirmed_since FROM api_key WHERE name = ?", [name], APIKey.init(row:))
    }

    /// Returns all keys, sorted by name; at most ``APIKey/most``.
    public func apiKeys() throws -> [APIKey] {
        try all(
            "SELECT body, unconfirmed_since FROM api_key ORDER BY name LIMIT ?", [APIKey.most],
            APIKey.init(row:))
    }

    /// Deletes a key. Does nothing if no key has this id.
    public func removeAPIKey(_ id: String) throws {
        try run("DELETE FROM api_key WHERE id = ?", [id])
    }

    /// Gives a key access to an organization. Does nothing if the key already has access.
    ///
    /// - Parameters:
    ///   - id: The hash of the key's secret.
    ///   - organization: The id of the organization, spelled as in the directory.
    /// - Returns: The key after the change; nil if the key does not exist.
    /// - Throws: ``StaffError`` with code `tooManyOrganizations`.
    public func widenAPIKey(_ id: String, by organization: String) throws -> APIKey? {
        guard var key = try apiKey(id) else { return nil }
        guard !key.organizations.contains(organization) else { return key }
        guard key.organizations.count < StaffMember.mostOrganizations else {
            throw StaffError(
                .tooManyOrganizations, "the key already has \(StaffMember.mostOrganizations) organizations")
        }
        key.organizations.append(organization)
        try save(key)
        return key
    }
}
