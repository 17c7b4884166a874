package import DatabaseKit
package import Giving
package import MoneyKit
package import TimeKit

/// The names and time zones needed to show gifts to people.
package struct GivingNames: Sendable {
    private var organizations: [String: Organization] = [:]
    private var accounts: [String: String] = [:]
    private var funds: [String: [String: String]] = [:]
    private var nets: [String: Money] = [:]
    private let now: Timestamp

    /// Reads the names of organizations and of their funds.
    ///
    /// - Parameter now: The current time. Times in the current year are shown without the year.
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

    /// Reads the names and net amounts needed to show the given gifts.
    ///
    /// - Parameter asClosed: Whether the net amounts exclude entries that were recorded after the books of a
    ///   gift's month were closed.
    package init(of gifts: [Gift], asClosed: Bool = false, in transaction: Transaction, at now: Timestamp)
        throws
    {
        try self.init(
            organizations: Set(gifts.map(\.organization)).compactMap { try transaction.organization($0) },
            in: transaction,
            at: now)
        for gift in gifts { nets[gift.id] = try transaction.net(of: gift, asClosed: asClosed) }
    }

    /// Reads the names needed to show the given recurring gifts.
    package init(of gifts: [RecurringGift], in transaction: Transaction, at now: Timestamp) throws {
        try self.init(
            organizations: Set(gifts.map(\.organization)).compactMap { try transaction.organization($0) },
            in: transaction,
            at: now)
    }

    /// Returns the net amount of a gift. Nil if nothing was paid, or if this value was created without the
    /// gift.
    package func net(of gift: Gift) -> Money? { nets[gift.id] }

    /// Returns the id of the organization that owns an account at the processor, or nil if no loaded
    /// organization owns the account.
    package func organization(ofAccount account: String) -> String? { accounts[account] }

    /// Returns the name of a fund, or its id if the name was not loaded.
    package func fund(_ id: String, of organization: String) -> String { funds[organization]?[id] ?? id }

    /// Returns the names and ids of a gift's fund and organization, such as
    /// `Missions (12), Grace Church (Grace)`.
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

    /// Returns the names and ids of a gift's fund and organization. The fund's name is the name that the fund
    /// had when the gift was made.
    package func destination(of gift: Gift) -> String {
        destination(gift.organization, (gift.fundName, gift.fund))
    }

    /// Returns the calendar date of a time in the organization's time zone, or in UTC if the organization is
    /// nil or was not read.
    package func day(_ time: Timestamp, of organization: String?) -> CalendarDate {
        calendar(of: organization).date(of: time)
    }

    /// Returns a time in the organization's time zone, such as `Nov 21 20:50`, or `Nov 21 2025` if the time
    /// is in another year.
    package func moment(_ time: Timestamp, of organization: String?) -> String {
        calendar(of: organization).shown(time, at: now)
    }

    /// Returns the time of a gift in the same format as ``moment(_:of:)``, but in the time zone that the
    /// organization had when the gift was made.
    package func moment(of gift: Gift) -> String { gift.calendar.shown(gift.created, at: now) }

    private func calendar(of organization: String?) -> LocalCalendar {
        organization.flatMap { organizations[$0] }?.calendar ?? .utc
    }
}

extension LocalCalendar {
    /// Returns a human-readable time: `Nov 21 20:50`, or `Nov 21 2025` if the time's year differs from the
    /// year of `now`.
    package func shown(_ time: Timestamp, at now: Timestamp) -> String {
        let (date, minutes) = (date(of: time), Int(secondOfDay(of: time)) / 60)
        guard date.year == self.date(of: now).year else { return "\(date.shown) \(date.year)" }
        let clock = [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : String($0) }
        return "\(date.shown) \(clock.joined(separator: ":"))"
    }
}

extension CalendarDate {
    /// The date without its year, such as `Nov 21`.
    package var shown: String {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        return "\(months[month - 1]) \(day)"
    }
}
