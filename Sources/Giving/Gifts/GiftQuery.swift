public import TimeKit

/// Which gifts are wanted: newest first, behind an id.
public struct GiftQuery: Hashable, Sendable {
    /// Of one organization.
    public var organization: String?
    /// Of one fund of that organization.
    public var fund: String?
    /// Of one donor.
    public var donor: String?
    /// Of any of these donors; nil for all.
    public var donors: [String]?
    /// Of one monthly gift.
    public var recurring: String?
    /// Of one status.
    public var status: Gift.Status?
    /// Made at this moment or later.
    public var since: Timestamp?
    /// Made before this moment.
    public var until: Timestamp?
    /// The first day on which a gift is listed; see ``Gift/listedOn``.
    public var sinceDay: CalendarDate?
    /// The last day on which a gift is listed.
    public var untilDay: CalendarDate?
    /// True to return gifts of closed months as they were when the books were closed.
    public var isAsClosed = false
    /// Go on behind this gift.
    public var after: String?
    /// At most so many.
    public var limit: Int

    /// All gifts, unless narrowed.
    public init(
        organization: String? = nil, fund: String? = nil, donor: String? = nil, recurring: String? = nil,
        status: Gift.Status? = nil, since: Timestamp? = nil, until: Timestamp? = nil, after: String? = nil,
        limit: Int = 25
    ) {
        self.organization = organization
        self.fund = fund
        self.donor = donor
        self.recurring = recurring
        self.status = status
        self.since = since
        self.until = until
        self.after = after
        self.limit = limit
    }

    /// Whether a gift is one of those that are wanted, by what never changes of it: a list goes on behind it, whatever
    /// has become of it.
    public func concerns(_ gift: Gift) -> Bool {
        if let donors {
            guard let giver = gift.donor, donors.contains(giver) else { return false }
        }
        return (organization == nil || gift.organization == organization)
            && (donor == nil || gift.donor == donor) && (recurring == nil || gift.recurring == recurring)
    }
}
