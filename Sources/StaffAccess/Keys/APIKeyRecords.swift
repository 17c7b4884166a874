/// The keys of programs, within one unit of work.
public protocol APIKeyRecords {
    /// Keeps a key: a new one, or its next state.
    func save(_ key: APIKey) throws
    /// The key under this hash of a secret, or nil.
    func apiKey(_ id: String) throws -> APIKey?
    /// The key of this name, octet by octet, or nil.
    func apiKey(named name: String) throws -> APIKey?
    /// By name; at most ``APIKey/most`` can be there.
    func apiKeys() throws -> [APIKey]
    /// Takes a key away.
    func removeAPIKey(_ id: String) throws
}
