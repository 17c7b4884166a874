public import TimeKit

/// The criteria for a list of gifts. The list is sorted from the newest gift to the oldest. A nil criterion
/// does not restrict the list.
public struct GiftQuery: Hashable, Sendable {
    /// The id of the organization whose gifts match, or nil for all organizations.
    public var organization: String?
    /// The id of the fund within the organization, or nil for all funds.
    public var fund: String?
    /// The id of the donor whose gifts match, or nil for all donors.
    public var donor: String?
    /// The ids of the donors whose gifts match, or nil for all donors.
    public var donors: [String]?
    /// The id of the monthly gift to which matching gifts belong, or nil for all gifts.
    public var recurring: String?
    /// The status of matching gifts, or nil for any status.
    public var status: Gift.Status?
    /// The start of the period in which matching gifts were made, or nil for no limit.
    public var since: Timestamp?
    /// The end of the period in which matching gifts were made, or nil for no limit. The period does not
    /// include this time.
    public var until: Timestamp?
    /// The first day of the period in which matching gifts are listed (see ``Gift/listedOn``), or nil for no
    /// limit.
    public var sinceDay: CalendarDate?
    /// The last day of the period in which matching gifts are listed (see ``Gift/listedOn``), or nil for no
    /// limit.
    public var untilDay: CalendarDate?
    /// Whether to return gifts in closed months as they were when the books were closed.
    public var isAsClosed = false
    /// The id of the gift after which the list continues, or nil to start at the newest gift.
    public var after: String?
    /// The maximum number of gifts to return.
    public var limit: Int

    /// Creates a query. By default, the query matches all gifts, and the list has at most 25 gifts.
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

    /// Returns whether a gift matches the organization, the donors and the monthly gift of this query. Other
    /// criteria are ignored, so that the next page can start after a gift whose status has changed in the
    /// meantime.
    public func concerns(_ gift: Gift) -> Bool {
        if let donors {
            guard let giver = gift.donor, donors.contains(giver) else { return false }
        }
        return (organization == nil || gift.organization == organization)
            && (donor == nil || gift.donor == donor) && (recurring == nil || gift.recurring == recurring)
    }
}
