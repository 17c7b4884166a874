package import DatabaseKit
package import Giving
package import MoneyKit
package import TimeKit

/// The names and time zones needed to show gifts to a person.
package struct GivingNames: Sendable {
    private var organizations: [String: Organization] = [:]
    private var accounts: [String: String] = [:]
    private var funds: [String: [String: String]] = [:]
    private var nets: [String: Money] = [:]
    private let now: Timestamp

    /// Reads the names of organizations and their funds.
    ///
    /// - Parameter now: The current time. A time in the same year is shown without its year.
    package init(
        organizations: [Organization], in transaction: Transaction, at now: Timestamp
    ) throws {
        self.now = now
        for organization in organizations {
            self.organizations[organization.id] = organization
            if let account = organization.account { accounts[account] = organization.id }
            funds[organization.id] = Dictionary(
                try transaction.funds(of: organization.id, limit: Fund.mostPerOrganization).map {
                    ($0.id, $0.name)
                },
                uniquingKeysWith: { $1 })
        }
    }

    /// Reads the names for gifts, and the gifts' net amounts.
    package init(of gifts: [Gift], asClosed: Bool = false, in transaction: Transaction, at now: Timestamp)
        throws
    {
        try self.init(
            organizations: Set(gifts.map(\.organization)).compactMap { try transaction.organization($0) },
            in: transaction,
            at: now)
        for gift in gifts { nets[gift.id] = try transaction.net(of: gift, asClosed: asClosed) }
    }

    /// Reads the names for monthly gifts.
    package init(of gifts: [RecurringGift], in transaction: Transaction, at now: Timestamp) throws {
        try self.init(
            organizations: Set(gifts.map(\.organization)).compactMap { try transaction.organization($0) },
            in: transaction,
            at: now)
    }

    /// Returns the net amount of one of the gifts; nil if nothing was paid.
    package func net(of gift: Gift) -> Money? { nets[gift.id] }

    /// Returns the organization that owns an account at the processor.
    package func organization(ofAccount account: String) -> String? { accounts[account] }

    /// Returns a fund's name, or its id for a fund that was not read.
    package func fund(_ id: String, of organization: String) -> String { funds[organization]?[id] ?? id }

    /// Returns the fund and organization of a gift, by name and id: `Missions (12), Grace Church (Grace)`.
    package func destination(_ organization: String, _ fund: String) -> String {
        destination(organization, (self.fund(fund, of: organization), fund))
    }

    private func destination(_ organization: String, _ fund: (name: String, id: String)) -> String {
        let names = [
            fund,
            (organizations[organization]?.displayName ?? organization, organization),
        ]
        return names.map { name, id in name == id ? id : "\(printable(name)) (\(id))" }.joined(
            separator: ", ")
    }

    /// Returns the fund and organization of a gift, with the fund's name at the time of the gift.
    package func destination(of gift: Gift) -> String {
        destination(gift.organization, (gift.fundName, gift.fund))
    }

    /// Returns the date of a time in the organization's time zone, or in UTC without an organization.
    package func day(_ time: Timestamp, of organization: String?) -> CalendarDate {
        calendar(of: organization).date(of: time)
    }

    /// Returns a time in the organization's time zone, like `Nov 21 20:50`, or `Nov 21 2025` in another year.
    package func moment(_ time: Timestamp, of organization: String?) -> String {
        calendar(of: organization).shown(time, at: now)
    }

    /// Returns the date and time of a gift, in the organization's time zone at the time of the gift.
    package func moment(of gift: Gift) -> String { gift.calendar.shown(gift.created, at: now) }

    private func calendar(of organization: String?) -> LocalCalendar {
        organization.flatMap { organizations[$0] }?.calendar ?? .utc
    }
}

extension LocalCalendar {
    /// Returns a time as human-readable text: `Nov 21 20:50`, or `Nov 21 2025` if its year is not that of `now`.
    package func shown(_ time: Timestamp, at now: Timestamp) -> String {
        let (date, minutes) = (date(of: time), Int(secondOfDay(of: time)) / 60)
        guard date.year == self.date(of: now).year else { return "\(date.shown) \(date.year)" }
        let clock = [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : String($0) }
        return "\(date.shown) \(clock.joined(separator: ":"))"
    }
}

extension CalendarDate {
    /// The date without its year: `Nov 21`.
    package var shown: String {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        return "\(months[month - 1]) \(day)"
    }
}
