public import DatabaseKit
public import InvocationRouter
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
    public enum State: String, Sendable, Codable, CaseIterable {
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

extension ManagedDestination.Aim {
    init(_ aim: BatchAim, since: Timestamp) {
        self.init(url: aim.url, org: aim.org, fund: aim.fund, recurring: aim.recurring, since: since)
    }

    /// An aim as a person asks for it, checked like a row of a batch.
    ///
    /// - Parameter typed: Where it shall lead: a URL, or an organization with fund and recurring.
    /// - Returns: The aim; every piece of a typed URL that it drops or changes; and notes for people.
    /// - Throws: ``BatchRefusal``.
    public static func checked(
        _ typed: BatchJob.Row, in directory: BatchDirectory, hosts: HostList, since now: Timestamp
    ) throws(BatchRefusal) -> (
        aim: ManagedDestination.Aim, changes: [URLRewrite.Change], notes: [BatchNote]
    ) {
        let job = BatchJob(batch: Batch(name: "", created: now), rows: [typed])
        var check = BatchCheck(job: job, directory: directory, hosts: hosts)
        guard let aim = check.aim(of: typed) else {
            throw BatchRefusal(problems: check.problems, rows: 1)
        }
        let changes = check.rewritten.flatMap(\.changes)
        return (ManagedDestination.Aim(aim, since: now), changes, check.notes)
    }
}

extension Transaction {
    /// The managed tag of this id.
    ///
    /// - Throws: ``RegistryError`` with code `unknownDestination`.
    public func knownDestination(_ id: String) throws -> ManagedDestination {
        guard let found = try destination(id) else { throw RegistryError(.unknownDestination, id) }
        return found
    }

    /// Lets a managed tag lead elsewhere from now on; where it led before is remembered.
    ///
    /// - Throws: ``RegistryError`` with code `unknownDestination`, or `revoked`.
    @discardableResult
    public func aim(_ id: String, at aim: ManagedDestination.Aim) throws -> ManagedDestination {
        var managed = try knownDestination(id)
        guard managed.state == .active else { throw RegistryError(.revoked, id) }
        if managed.aims.last?.url == aim.url { return managed }
        // The aim that says whose it is may be the one that is forgotten.
        managed.owner = managed.organization
        managed.aims.append(aim)
        if managed.aims.count > ManagedDestination.mostAims { managed.aims.remove(at: 1) }
        try save(managed)
        if let place = managed.place, var row = try row(place.row, of: place.batch), row.tagID == id {
            (row.org, row.fund, row.recurring) = (aim.org, aim.fund, aim.recurring ?? false)
            row.changed = aim.since
            try save(row)
        }
        return managed
    }

    /// Withdraws a managed tag for ever: from now on it leads nowhere.
    @discardableResult
    public func revoke(_ id: String) throws -> ManagedDestination {
        var managed = try knownDestination(id)
        managed.state = .revoked
        try save(managed)
        return managed
    }

    /// Whether a row's managed id was withdrawn: a tag with it leads nowhere.
    public func isWithdrawn(_ row: BatchRow) throws -> Bool {
        try row.tagID.flatMap { try destination($0) }?.state == .revoked
    }

    /// The rows of a batch that wait for a tag, and whose managed id was withdrawn.
    public func withdrawnRows(of batch: String) throws -> [BatchRow] {
        guard try knownBatch(batch).isManaged else { return [] }
        return try allRows(of: batch).filter { try $0.state != .verified && isWithdrawn($0) }
    }

    /// Revokes a lost tag's id, and opens its row for another tag with another id and the same destination. If the id
    /// was revoked earlier and its row has no new id yet, the row gets one too.
    ///
    /// - Parameter url: The URL of the replacement tag: `/t/{newID}` on our host.
    /// - Throws: ``RegistryError`` with code `unknownDestination`, or `revoked`.
    @discardableResult
    public func replaceLost(_ id: String, by newID: String, url: String, at now: Timestamp) throws
        -> ManagedDestination
    {
        var lost = try knownDestination(id)
        let place = lost.place
        guard lost.state == .active || place != nil, var aim = lost.aims.last else {
            throw RegistryError(.revoked, id)
        }
        aim.since = now
        (lost.state, lost.place, lost.replacedBy) = (.revoked, nil, newID)
        try save(lost)
        var other = ManagedDestination(id: newID, aim: aim, place: place)
        other.owner = lost.organization
        try save(other)
        guard let place else { return other }
        try replace(place, at: now)
        var row = try knownRow(place)
        (row.url, row.tagID, row.changed) = (url, newID, now)
        try save(row)
        return other
    }
}
