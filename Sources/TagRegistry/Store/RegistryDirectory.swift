public import DatabaseKit
public import InvocationRouter

/// The router's directory of tags, read from the registry.
///
/// Each lookup reads one consistent state. Nothing is cached, because other processes write to the same
/// database.
public struct RegistryDirectory: TagDirectory {
    private let database: any TransactionRunner

    /// Creates a directory of the tags that are registered in this database.
    public init(_ database: any TransactionRunner) { self.database = database }

    /// Returns the managed tag with this id, or the tag whose giving URL has the id in its `t` parameter.
    /// Returns nil for an unknown id.
    public func tag(id: String) async throws -> DirectoryTag? {
        try await database.read { try $0.directoryTag(id: id) }
    }

    /// Returns the tag whose chip has this UID, or nil.
    public func tag(uid: [UInt8]) async throws -> DirectoryTag? {
        try await database.read { try $0.directoryTag(uid: uid) }
    }
}
