public import TimeKit

/// The criteria of a list of gifts. Gifts are listed newest first, after a given id. A criterion that is nil matches
/// all gifts.
public struct GiftQuery: Hashable, Sendable {
    /// The organization's id.
    public var organization: String?
    /// The fund's id within the organization.
    public var fund: String?
    /// The donor's id.
    public var donor: String?
    /// The ids of several donors. A gift by any one of them matches.
    public var donors: [String]?
    /// The monthly gift's id.
    public var recurring: String?
    /// The status.
    public var status: Gift.Status?
    /// The earliest time at which a gift was made.
    public var since: Timestamp?
    /// The time before which a gift was made.
    public var until: Timestamp?
    /// The first day on which a gift is listed; see ``Gift/listedOn``.
    public var sinceDay: CalendarDate?
    /// The last day on which a gift is listed.
    public var untilDay: CalendarDate?
    /// Whether gifts of closed months are returned as they were when the books were closed.
    public var isAsClosed = false
    /// The id of the gift after which the list continues.
    public var after: String?
    /// The maximum number of gifts.
    public var limit: Int

    /// Creates a query.
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

    /// Returns whether a gift matches the criteria that never change for a gift, so that a list can continue after it
    /// even if its status has changed.
    public func concerns(_ gift: Gift) -> Bool {
        if let donors {
            guard let giver = gift.donor, donors.contains(giver) else { return false }
        }
        return (organization == nil || gift.organization == organization)
            && (donor == nil || gift.donor == donor) && (recurring == nil || gift.recurring == recurring)
    }
}
