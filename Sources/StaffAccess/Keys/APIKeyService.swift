public import DatabaseKit
public import TimeKit

/// A service that creates, lists, confirms and deletes API keys.
public struct APIKeyService: Sendable {
    private let database: any TransactionRunner
    private let clock: WallClock
    private let random: @Sendable () -> UInt64

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - database: The database with the tables of ``StaffMigrations``.
    ///   - clock: The clock for the times at which keys are created and used.
    ///   - random: Returns 64 random bits per call. Secrets are derived from these bits, so they must be
    ///     unpredictable.
    public init(database: any TransactionRunner, clock: WallClock, random: @escaping @Sendable () -> UInt64) {
        self.database = database
        self.clock = clock
        self.random = random
    }

    /// Creates a key.
    ///
    /// - Parameters:
    ///   - name: The unique name of the key.
    ///   - role: The role, which defines the key's permissions.
    ///   - organizations: The ids of the organizations, spelled as in the directory.
    /// - Returns: The key and its secret. The secret is not stored.
    /// - Throws: ``StaffError``: `invalidKeyName`, `keyTaken`, `tooManyKeys`, `organizations`.
    public func add(
        _ name: String, _ role: StaffRole, organizations: [String]
    ) async throws -> (key: APIKey, secret: APIKeySecret) {
        guard APIKey.isName(name) else { throw StaffError(.invalidKeyName) }
        guard (1...StaffMember.mostOrganizations).contains(organizations.count) else {
            throw StaffError(.organizations, "\(organizations.count) were specified")
        }
        let secret = APIKeySecret(random: random)
        let key = APIKey(
            id: secret.hash, name: name, role: role, organizations: organizations, created: clock.now())
        try await database.write { transaction in
            guard try transaction.apiKey(named: name) == nil else { throw StaffError(.keyTaken, name) }
            guard try transaction.apiKeys().count < APIKey.most else {
                throw StaffError(.tooManyKeys, "the limit is \(APIKey.most)")
            }
            try transaction.save(key)
            transaction.changed(key)
        }
        return (key, secret)
    }

    /// Returns all keys, sorted by name.
    public func keys() async throws -> [APIKey] { try await database.read { try $0.apiKeys() } }

    /// Deletes a key. Its secret is no longer accepted.
    ///
    /// - Returns: The deleted key.
    /// - Throws: ``StaffError`` with code `keyNotFound`.
    public func remove(_ name: String) async throws -> APIKey {
        try await database.write { transaction in
            let key = try transaction.existingKey(named: name)
            try transaction.removeAPIKey(key.id)
            transaction.changed(key)
            return key
        }
    }

    /// Confirms a key that was restored from a backup, so that it can be used again. Does nothing if the key
    /// is already confirmed.
    ///
    /// - Returns: The confirmed key.
    /// - Throws: ``StaffError`` with code `keyNotFound`.
    public func confirm(_ name: String) async throws -> APIKey {
        try await database.write { transaction in
            var key = try transaction.existingKey(named: name)
            guard key.unconfirmedSince != nil else { return key }
            key.unconfirmedSince = nil
            try transaction.confirm(key)
            transaction.changed(key)
            return key
        }
    }

    /// Returns the key with this secret, even if it is unconfirmed; nil if it does not exist. The call is not
    /// recorded as a use of the key.
    package func knownKey(of secret: APIKeySecret) async throws -> APIKey? {
        let id = secret.hash
        return try await database.read { try $0.apiKey(id) }
    }

    /// Returns the key with this secret; nil if it does not exist or is unconfirmed.
    ///
    /// The first call for a key on each day (UTC) is recorded as ``APIKey/lastUsed``.
    public func key(of secret: APIKeySecret) async throws -> APIKey? {
        let (today, id) = (clock.now().date.startOfDay, secret.hash)
        guard let key = try await database.read({ try $0.apiKey(id) }), key.unconfirmedSince == nil else {
            return nil
        }
        guard key.lastUsed != today else { return key }
        return try await database.write { transaction in
            guard var key = try transaction.apiKey(id), key.unconfirmedSince == nil else { return nil }
            key.lastUsed = today
            try transaction.save(key)
            return key
        }
    }
}

extension Transaction {
    /// Returns the key with a name.
    ///
    /// - Throws: `StaffError` with code `keyNotFound` if there is no such key.
    fileprivate func existingKey(named name: String) throws -> APIKey {
        guard let key = try apiKey(named: name) else {
            throw StaffError(.keyNotFound, String(name.prefix(APIKey.longestName)))
        }
        return key
    }

    /// Reports to the audit log that this transaction adds, removes or confirms a key.
    fileprivate func changed(_ key: APIKey) {
        for organization in key.organizations { changed(key.publicID, of: organization) }
    }
}
