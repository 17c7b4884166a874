public import TimeKit

/// Where the managed tag `/t/{tag}` leads now, and where it led before.
public struct ManagedDestination: Hashable, Sendable, Codable, Identifiable {
    /// The id that stands on the tag for ever, 1...16 letters, digits, `_` and `-`; compared octet by octet.
    public var id: String
    /// Where it led, the present aim last; never empty.
    public var aims: [Aim]
    /// Whether it leads anywhere.
    public var state: State
    /// The row that it was made for; nil where it was made alone.
    public var place: TagPlace?
    /// The id that took its place when its tag was lost.
    public var replacedBy: String?
    /// The organization whose it was before its remembered aims; nil as in what was kept before this was.
    public var owner: String?
    /// When it was made.
    public var created: Timestamp

    /// Whether a managed tag leads anywhere.
    public enum State: String, Hashable, Sendable, Codable, CaseIterable {
        /// It leads to its aim.
        case active
        /// It was withdrawn, and leads nowhere.
        case revoked
    }

    /// Where a managed tag leads from a moment on.
    public struct Aim: Hashable, Sendable, Codable {
        /// An https URL; a giving URL of ours, or any other.
        public var url: String
        /// The organization of a giving URL of ours; nil for another.
        public var org: String?
        /// The fund of a giving URL of ours; nil for the default fund, or another URL.
        public var fund: String?
        /// A giving URL of ours offers a monthly gift first; nil for no, as in what was kept before this was.
        public var recurring: Bool?
        /// From when on.
        public var since: Timestamp

        /// An aim from this moment on.
        public init(
            url: String, org: String? = nil, fund: String? = nil, recurring: Bool = false, since: Timestamp
        ) {
            self.url = url
            self.org = org
            self.fund = fund
            self.recurring = recurring ? true : nil
            self.since = since
        }
    }

    /// A managed tag with its first aim.
    public init(id: String, aim: Aim, place: TagPlace? = nil) {
        self.id = id
        self.aims = [aim]
        self.state = .active
        self.place = place
        self.created = aim.since
    }

    /// Where it leads now; nil once it is revoked.
    public var aim: Aim? { state == .active ? aims.last : nil }

    /// Whose it is: the organization that it led to last, also while it leads to somebody else's page, and when it is
    /// revoked; nil where it never led to one.
    public var organization: String? { aims.last { $0.org != nil }?.org ?? owner }

    /// The most aims that are remembered; the first is kept, and the oldest of the others go.
    public static let mostAims = 200
}

extension [ManagedDestination] {
    /// In the order of their seats, batch by batch; those without a seat last, by their ids.
    public func bySeat() -> [ManagedDestination] {
        sorted { one, other in
            guard let first = one.place, let second = other.place else {
                return one.place == nil && other.place == nil ? one.id < other.id : one.place != nil
            }
            return (first.batch, first.row, one.id) < (second.batch, second.row, other.id)
        }
    }
}
