public import DatabaseKit
public import InvocationRouter
public import TimeKit

/// The current and earlier destinations of the managed tag `/t/{tag}`.
public struct ManagedDestination: Hashable, Sendable, Codable, Identifiable {
    /// The permanent id in the tag's URL: 1...16 letters, digits, `_` and `-`. Ids are compared byte by byte.
    public var id: String
    /// The destinations in chronological order. The last one is current. Never empty.
    public var aims: [Aim]
    /// The state of the managed id: it has a destination, or it was withdrawn.
    public var state: State
    /// The row for which the managed tag was created, or nil if the tag was created without a row.
    public var place: TagPlace?
    /// The id that replaced this id when the managed tag was lost; nil if the id has not been replaced.
    public var replacedBy: String?
    /// The tag's organization before the latest change of the destination. Nil if the tag had no organization
    /// before that change, if the destination has never changed, or if an older version stored the data.
    public var owner: String?
    /// The time at which the managed tag was created.
    public var created: Timestamp

    /// The state of a managed id.
    public enum State: String, Sendable, Codable, CaseIterable {
        /// The tag has a destination.
        case active
        /// The id was withdrawn, and the tag has no destination.
        case revoked
    }

    /// A destination, and the time from which it applies.
    public struct Aim: Hashable, Sendable, Codable {
        /// The https URL of the destination: a giving URL of this service, or any other URL.
        public var url: String
        /// The organization that the giving URL specifies. Nil if ``url`` is not one of this service's giving
        /// URLs.
        public var org: String?
        /// The fund in the URL, if the URL is one of this service's giving URLs. Nil for the default fund, or
        /// for any other URL.
        public var fund: String?
        /// Whether the giving URL offers a monthly gift first. Nil means false.
        public var recurring: Bool?
        /// The time from which the destination applies.
        public var since: Timestamp

        /// Creates a destination that applies from a given time.
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

    /// Creates a managed tag with its first destination.
    public init(id: String, aim: Aim, place: TagPlace? = nil) {
        self.id = id
        self.aims = [aim]
        self.state = .active
        self.place = place
        self.created = aim.since
    }

    /// The current destination, or nil after the id was withdrawn.
    public var aim: Aim? { state == .active ? aims.last : nil }

    /// The organization that owns the tag. It is the last organization among the tag's destinations, even if
    /// the current destination is on another site. Nil if the tag never had an organization.
    public var organization: String? { aims.last { $0.org != nil }?.org ?? owner }

    /// The maximum number of stored destinations. If there are more, the first destination is kept, and the
    /// oldest of the others is removed.
    public static let mostAims = 200
}

extension [ManagedDestination] {
    /// Returns the managed tags sorted by batch and row. Tags without a row come last, sorted by id.
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

    /// Checks a requested destination, using the same rules as for a row of a batch.
    ///
    /// - Parameters:
    ///   - typed: The requested destination: a URL, or an organization with an optional fund and recurring
    ///     setting.
    ///   - directory: The organizations that can be destinations.
    ///   - hosts: The hosts of this service.
    ///   - now: The time from which the destination applies.
    /// - Returns: The destination, its differences from a typed URL, and notes for the user.
    /// - Throws: ``BatchRefusal`` if the destination is not accepted.
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
    /// Returns the managed tag with this id.
    ///
    /// - Throws: ``RegistryError`` with code `unknownDestination`.
    public func knownDestination(_ id: String) throws -> ManagedDestination {
        guard let found = try destination(id) else { throw RegistryError(.unknownDestination, id) }
        return found
    }

    /// Changes the destination of a managed tag, and the organization, fund and frequency of its row. Does
    /// nothing if the tag already has this URL. The first destination and the most recent destinations remain
    /// stored, up to ``ManagedDestination/mostAims`` in total.
    ///
    /// - Throws: ``RegistryError`` with code `unknownDestination` if the id is unknown, or `revoked` if it
    ///   was withdrawn.
    @discardableResult
    public func aim(_ id: String, at aim: ManagedDestination.Aim) throws -> ManagedDestination {
        var managed = try knownDestination(id)
        guard managed.state == .active else { throw RegistryError(.revoked, id) }
        if managed.aims.last?.url == aim.url { return managed }
        // The owner is stored, because the destination that identifies it may be among the removed ones.
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

    /// Permanently withdraws the id of a managed tag. The tag then has no destination.
    ///
    /// - Throws: ``RegistryError`` with code `unknownDestination`.
    @discardableResult
    public func revoke(_ id: String) throws -> ManagedDestination {
        var managed = try knownDestination(id)
        managed.state = .revoked
        try save(managed)
        return managed
    }

    /// Returns whether a row's managed id was withdrawn. If so, the row's tag has no destination.
    public func isWithdrawn(_ row: BatchRow) throws -> Bool {
        try row.tagID.flatMap { try destination($0) }?.state == .revoked
    }

    /// Returns the rows of a batch that have no finished tag and whose managed id was withdrawn.
    public func withdrawnRows(of batch: String) throws -> [BatchRow] {
        guard try knownBatch(batch).isManaged else { return [] }
        return try allRows(of: batch).filter { try $0.state != .verified && isWithdrawn($0) }
    }

    /// Withdraws a lost tag's id, and opens its row for another tag with a new id and the same destination. A
    /// withdrawn id can also be replaced if it still has a row.
    ///
    /// - Parameters:
    ///   - id: The id of the lost tag.
    ///   - newID: The id of the replacement tag.
    ///   - url: The URL of the replacement tag: `/t/{newID}` on this service's host.
    ///   - now: The current time.
    /// - Returns: The managed tag with the new id.
    /// - Throws: ``RegistryError`` with code `unknownDestination`, or `revoked` if the id was withdrawn and
    ///   has no row.
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
