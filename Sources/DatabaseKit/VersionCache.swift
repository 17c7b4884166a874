import Synchronization

/// A cache of values that were read from a database. A cached value is used until any program commits to the
/// database.
///
/// The caller passes the database's version. The caller must read the version after the start of the request
/// that needs the value, and before calling this cache. If a transaction is committed while a value is being
/// read, the value may be read a second time, but the cache never returns an outdated value.
public final class VersionCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry {
        let version: DatabaseVersion
        let value: Value
    }

    private let entries = Mutex<[Key: Entry]>([:])
    private let limit: Int

    /// Creates an empty cache.
    ///
    /// - Parameter limit: The maximum number of values. Adding a new key to a full cache first removes all
    ///   other values.
    public init(limit: Int) { self.limit = limit }

    /// Returns the cached value for a key, or reads the value if it is not cached. Only values that exist are
    /// cached, so that requests for unknown names cannot fill the cache.
    ///
    /// - Parameters:
    ///   - version: The database's version. If nil, nothing is cached.
    ///   - read: Reads the value from the database.
    public func value(
        for key: Key, at version: DatabaseVersion?, read: () async throws -> Value?
    ) async throws -> Value? {
        guard let version else { return try await read() }
        if let entry = entries.withLock({ $0[key] }), entry.version == version { return entry.value }
        guard let value = try await read() else { return nil }
        entries.withLock { entries in
            if entries.count >= limit, entries[key] == nil { entries.removeAll(keepingCapacity: true) }
            entries[key] = Entry(version: version, value: value)
        }
        return value
    }
}
