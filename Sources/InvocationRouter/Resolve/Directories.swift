/// Who knows organizations: the giving service's directory, or a table in a test.
public protocol OrganizationDirectory: Sendable {
    /// The organization of this id, compared without ASCII case; nil where there is none.
    func organization(named name: String) async throws -> DirectoryOrganization?
    /// The organization that registered exactly this alias, octet by octet; never one that is only like it.
    func organization(alias: String) async throws -> DirectoryOrganization?
}

/// Who knows tags: the registry, or a table in a test.
public protocol TagDirectory: Sendable {
    /// The tag of this id, octet by octet; nil where the registry does not know it.
    func tag(id: String) async throws -> DirectoryTag?
    /// The tag with this UID; nil where the registry does not know it.
    func tag(uid: [UInt8]) async throws -> DirectoryTag?
}

/// What the holder of the keys says of a tap's SUN message (`docs/invocation-url.md` §6).
///
/// Who has the keys keeps the counters too: of two taps that arrive at once with one counter only one can be the new
/// one, which nobody else can decide.
public enum SUNVerdict: Hashable, Sendable {
    /// Nobody has looked, or there is none. It is no evidence.
    case unchecked
    /// Its MAC verifies, and its counter is above every one that was seen of this chip, 24 bits.
    case genuine(uid: [UInt8], counter: UInt32)
    /// Its MAC verifies, and its counter is not above the highest one that was seen: a copy of an earlier tap.
    case replayed(uid: [UInt8], counter: UInt32, highest: UInt32)
    /// Its MAC does not verify; nothing that it says may be used.
    case rejected
}
