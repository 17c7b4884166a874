// The methods are documented where they are promised, in `APIKeyRecords.swift`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import DatabaseKit

extension DatabaseUnit: APIKeyRecords {
    public func save(_ key: APIKey) throws {
        try run(
            """
            INSERT INTO api_key (id, name, body) VALUES (?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET name = excluded.name, body = excluded.body
            """, [key.id, key.name, try document(key)])
    }

    public func apiKey(_ id: String) throws -> APIKey? {
        try first(APIKey.self, "SELECT body FROM api_key WHERE id = ?", [id])
    }

    public func apiKey(named name: String) throws -> APIKey? {
        try first(APIKey.self, "SELECT body FROM api_key WHERE name = ?", [name])
    }

    public func apiKeys() throws -> [APIKey] {
        try all(APIKey.self, "SELECT body FROM api_key ORDER BY name LIMIT ?", [APIKey.most])
    }

    public func removeAPIKey(_ id: String) throws {
        try run("DELETE FROM api_key WHERE id = ?", [id])
    }
}
