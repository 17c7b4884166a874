/// What a giving URL says: an organization, perhaps a fund, and whether a monthly gift is offered first.
///
/// Source: `docs/invocation-url.md`.
public struct Invocation: Hashable, Sendable {
    /// The organization as written; nil when only an alias is known.
    public var org: String?

    /// An invocation of an organization.
    public init(org: String?) { self.org = org }
}
