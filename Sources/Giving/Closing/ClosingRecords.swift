public import TimeKit

/// Closed months, and what came after, within one unit of work.
public protocol ClosingRecords {
    /// Keeps that a month is closed.
    func save(_ month: ClosedMonth) throws
    /// The first closed month of an organization that is this one or a later one, or nil.
    func closedMonth(of organization: String, from month: CalendarMonth) throws -> ClosedMonth?
    /// The closed months of an organization, the latest first.
    func closedMonths(of organization: String, limit: Int) throws -> [ClosedMonth]
    /// How many gifts that were made in a month are neither paid nor declined.
    func waitingGiftCount(of organization: String, in month: CalendarMonth) throws -> Int
    /// The number of the last posting of the ledger; 0 if there is none.
    func lastPostingNumber() throws -> Int64

    /// Keeps a gift as it was when the books of a month were closed, unless that is kept already.
    func keep(_ gift: Gift, asClosedIn month: CalendarMonth) throws
    /// The gift as it was when the books of a month were closed; nil if it is as it was.
    func gift(_ id: String, asClosedIn month: CalendarMonth) throws -> Gift?
    /// Takes a donor's id and name from what is kept of a gift as it was, and from what came after.
    func forgetClosedDonor(ofGift gift: String) throws

    /// Adds what came after.
    func append(_ change: LateChange) throws
    /// What came after, the oldest first; of one donor, or of all.
    func lateChanges(of organization: String, donor: String?, behind id: String?, limit: Int) throws
        -> [LateChange]
}

extension ClosingRecords {
    /// All that came after for one donor, the oldest first.
    func lateChanges(of organization: String, donor: String) throws -> [LateChange] {
        var all: [LateChange] = []
        while case let page = try lateChanges(
            of: organization, donor: donor, behind: all.last?.id, limit: 200), !page.isEmpty
        {
            all += page
        }
        return all
    }

    /// A gift as statements have it: as it was when the books of its month were closed, or else as it is.
    func stated(_ gift: Gift, to organization: Organization) throws -> Gift {
        guard organization.hasClosed(gift.day) else { return gift }
        return try self.gift(gift.id, asClosedIn: CalendarMonth(of: gift.day)) ?? gift
    }

    /// Keeps a gift that changes now as it was, for each closed month in which it stands.
    func keepIfClosed(_ gift: Gift, of organization: Organization) throws {
        guard organization.hasClosed(gift.madeOn) || organization.hasClosed(gift.day) else { return }
        for month in Set([gift.madeOn, gift.day].map(CalendarMonth.init))
        where organization.hasClosed(month.first) {
            try keep(gift, asClosedIn: month)
        }
    }
}

extension GivingUnit {
    /// Closes the books of a month: what is booked later counts for a later month. Closed once more, nothing changes.
    ///
    /// Months are closed in order, beginning with that of the organization's first gift; none is ever opened again.
    ///
    /// - Throws: ``ClosingError``; ``DirectoryError`` if there is no such organization.
    public func closeMonth(_ month: CalendarMonth, of organization: String, at time: Timestamp) throws
        -> ClosedMonth
    {
        var organization = try existingOrganization(organization)
        let running = CalendarMonth(of: organization.calendar.date(of: time))
        guard month < running else {
            throw ClosingError.notOver(
                month, last: CalendarMonth(of: running.first.adding(days: -1)))
        }
        if let through = organization.closedThrough, month <= through,
            let closed = try closedMonth(of: organization.id, from: month)
        {
            return closed
        }
        if let next = try organization.closedThrough?.next ?? firstMonth(of: organization), next < month {
            throw ClosingError.notInOrder(month, next: next)
        }
        let closed = ClosedMonth(
            organization: organization.id, month: month, closed: time, lastPosting: try lastPostingNumber(),
            waiting: try waitingGiftCount(of: organization.id, in: month))
        organization.closedThrough = month
        try save(organization)
        try save(closed)
        return closed
    }

    /// The month of the first gift; nil before there is one.
    private func firstMonth(of organization: Organization) throws -> CalendarMonth? {
        try firstGift(of: organization.id).map { CalendarMonth(of: $0.madeOn) }
    }
}
