public import DatabaseKit
import MoneyKit
public import TimeKit

extension Transaction {
    /// Returns all late changes to one donor's gifts, oldest first.
    func lateChanges(of organization: String, donor: String) throws -> [LateChange] {
        var all: [LateChange] = []
        while case let page = try lateChanges(
            of: organization, donor: donor, after: all.last?.id, limit: 200), !page.isEmpty
        {
            all += page
        }
        return all
    }

    /// Returns a gift as the exports of the gift's month show it: the version from the time when the month
    /// was closed, or the current version if the month is open.
    public func asClosed(_ gift: Gift, to organization: Organization) throws -> Gift {
        guard organization.hasClosed(gift.listedOn) else { return gift }
        return try self.gift(gift.id, asClosedIn: CalendarMonth(of: gift.listedOn)) ?? gift
    }

    /// Returns the statement line of a gift, or nil if statements do not list the gift. Late changes have
    /// separate lines.
    ///
    /// If the gift was paid before its month was closed, the line shows the gift as it was when the month was
    /// closed. If the gift was paid later, the line is dated in a month that was open at that time. The
    /// amounts of this line and of the lines for `late` sum to the gift's remaining amount.
    ///
    /// - Parameter late: All late changes to the gift.
    func statementLine(of gift: Gift, to organization: Organization, late: [LateChange]) throws
        -> StatementLine?
    {
        guard organization.hasClosed(gift.listedOn) else { return try StatementLine(gift) }
        var stated = gift
        for day in [gift.listedOn, gift.day] where organization.hasClosed(day) {
            guard let kept = try self.gift(gift.id, asClosedIn: CalendarMonth(of: day)), kept.paidAt != nil
            else { continue }
            stated = kept
            break
        }
        let left = ReceiptedAmount(of: gift)?.total.minorUnits ?? 0
        let changed = late.filter { $0.kind != .payment }.reduce(0) { $0 + $1.amount.minorUnits }
        return try StatementLine(stated, refundedMinor: stated.total.minorUnits - (left - changed))
    }

    /// Saves the current version of a gift before the gift changes. The version is saved for the month that
    /// lists the gift, and for the month whose statements include the gift, if these months are closed.
    func keepIfClosed(_ gift: Gift, of organization: Organization) throws {
        let days = gift.paidAt == nil ? [gift.listedOn] : [gift.listedOn, gift.day]
        for month in Set(days.map(CalendarMonth.init)) where organization.hasClosed(month.first) {
            try keep(gift, asClosedIn: month)
        }
    }
}

extension Transaction {
    /// Closes the books of a month, so that later changes are counted in a later month. Closing the same
    /// month again has no effect.
    ///
    /// Months must be closed in order, starting with the month of the organization's first gift. If the
    /// organization has no gifts and no closed month, only the last completed month can be closed. A closed
    /// month cannot be reopened.
    ///
    /// - Throws: ``ClosingError``, or ``DirectoryError`` if the organization does not exist.
    public func closeMonth(_ month: CalendarMonth, of organization: String, at time: Timestamp) throws
        -> ClosedMonth
    {
        var organization = try existingOrganization(organization)
        let running = CalendarMonth(of: organization.calendar.date(of: time))
        let last = CalendarMonth(of: running.first.adding(days: -1))
        guard month < running else { throw ClosingError.notOver(month, last: last) }
        if let through = organization.closedThrough, month <= through,
            let closed = try closedMonth(of: organization.id, from: month)
        {
            guard closed.month == month else { throw ClosingError.beforeFirst(month, first: closed.month) }
            return closed
        }
        let next = try organization.closedThrough?.next ?? firstMonth(of: organization) ?? last
        guard month <= next else { throw ClosingError.notInOrder(month, next: next) }
        guard month == next else { throw ClosingError.beforeFirst(month, first: next) }
        // A gift that is paid at the same time might otherwise be booked in the month, because it reads the
        // organization without changing it.
        try touchGiftCounts(of: organization.id)
        let closed = ClosedMonth(
            organization: organization.id, month: month, closed: time, lastPosting: try lastPostingNumber(),
            waiting: try waitingGiftCount(of: organization.id, in: month))
        organization.closedThrough = month
        try save(organization)
        try save(closed)
        return closed
    }

    /// Returns the month of the organization's first gift, or nil if the organization has no gifts.
    private func firstMonth(of organization: Organization) throws -> CalendarMonth? {
        try firstGift(of: organization.id).map { CalendarMonth(of: $0.listedOn) }
    }
}
