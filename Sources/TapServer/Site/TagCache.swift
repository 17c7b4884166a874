import DatabaseKit
import InvocationRouter

/// A cache of tags from a tag directory. A cached tag is valid until the next commit to the database. After
/// that, the tag is read again when it is requested.
final class TagCache: Sendable {
    private enum Key: Hashable {
        case id(String)
        case uid([UInt8])
    }

    private let tags: any TagDirectory
    private let found = VersionCache<Key, DirectoryTag>(limit: 1_000)

    init(_ tags: any TagDirectory) { self.tags = tags }

    /// Returns the tag directory for a request that began when the database had this version. Tags that were
    /// cached at another version are read again.
    func at(_ version: DatabaseVersion?) -> any TagDirectory { Directory(cache: self, version: version) }

    private struct Directory: TagDirectory {
        let cache: TagCache
        let version: DatabaseVersion?

        func tag(id: String) async throws -> DirectoryTag? {
            try await cache.found.value(for: .id(id), at: version) { try await cache.tags.tag(id: id) }
        }

        func tag(uid: [UInt8]) async throws -> DirectoryTag? {
            try await cache.found.value(for: .uid(uid), at: version) { try await cache.tags.tag(uid: uid) }
        }
    }
}
