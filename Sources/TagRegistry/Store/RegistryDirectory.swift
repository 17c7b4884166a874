public import DatabaseKit
public import InvocationRouter

/// The registry as the router asks for it.
///
/// It reads one state for each question and remembers nothing: other processes write to the same place.
public struct RegistryDirectory: TagDirectory {
    private let file: DatabaseFile

    /// The registry that is kept there.
    public init(_ file: DatabaseFile) { self.file = file }

    /// The managed tag of this id, or the tag whose giving URL holds it as `t`.
    public func tag(id: String) async throws -> DirectoryTag? {
        try await file.read { try $0.directoryTag(id: id) }
    }

    /// The tag with this chip.
    public func tag(uid: [UInt8]) async throws -> DirectoryTag? {
        try await file.read { try $0.directoryTag(uid: uid) }
    }
}
