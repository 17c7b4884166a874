package import DatabaseKit
package import Giving
package import MoneyKit
package import TimeKit

/// What ids are called, and by which clocks moments are told: read beside what is shown to a person.
package struct GivingNames: Sendable {
    private var organizations: [String: Organization] = [:]
    private var accounts: [String: String] = [:]
    private var funds: [String: [String: String]] = [:]
    private var nets: [String: Money] = [:]
    private let now: Timestamp

    /// The names of organizations with their funds.
    ///
    /// - Parameter now: Moments of the same year are shown without it.
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

    /// The names to show with gifts, and the gifts' net amounts.
    package init(of gifts: [Gift], asClosed: Bool = false, in transaction: Transaction, at now: Timestamp)
        throws
    {
        try self.init(
            organizations: Set(gifts.map(\.organization)).compactMap { try transaction.organization($0) },
            in: transaction,
            at: now)
        for gift in gifts { nets[gift.id] = try transaction.net(of: gift, asClosed: asClosed) }
    }

    /// The names that monthly gifts need.
    package init(of gifts: [RecurringGift], in transaction: Transaction, at now: Timestamp) throws {
        try self.init(
            organizations: Set(gifts.map(\.organization)).compactMap { try transaction.organization($0) },
            in: transaction,
            at: now)
    }

    /// The net amount of one of the gifts; nil if nothing was paid.
    package func net(of gift: Gift) -> Money? { nets[gift.id] }

    /// The organization of an account at the processor.
    package func organization(ofAccount account: String) -> String? { accounts[account] }

    /// The name of a fund; its id where it has none here.
    package func fund(_ id: String, of organization: String) -> String { funds[organization]?[id] ?? id }

    /// Where a gift goes, by name and id: `Missions (12), Grace Church (Grace)`.
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

    /// The organization and fund of a gift, with the fund's name at that time.
    package func destination(of gift: Gift) -> String {
        destination(gift.organization, (gift.fundName, gift.fund))
    }

    /// The day of a moment by the organization's clock; by UTC without one.
    package func day(_ time: Timestamp, of organization: String?) -> CalendarDate {
        calendar(of: organization).date(of: time)
    }

    /// A moment by the organization's clock, as `Nov 21 20:50`; of another year the day, as `Nov 21 2025`.
    package func moment(_ time: Timestamp, of organization: String?) -> String {
        calendar(of: organization).shown(time, at: now)
    }

    /// The date and time of a gift, in the organization's time zone at that time.
    package func moment(of gift: Gift) -> String { gift.calendar.shown(gift.created, at: now) }

    private func calendar(of organization: String?) -> LocalCalendar {
        organization.flatMap { organizations[$0] }?.calendar ?? .utc
    }
}

extension LocalCalendar {
    /// A moment for a person: `Nov 21 20:50`; of another year than `now` the day alone: `Nov 21 2025`.
    package func shown(_ time: Timestamp, at now: Timestamp) -> String {
        let (date, minutes) = (date(of: time), Int(secondOfDay(of: time)) / 60)
        guard date.year == self.date(of: now).year else { return "\(date.shown) \(date.year)" }
        let clock = [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : String($0) }
        return "\(date.shown) \(clock.joined(separator: ":"))"
    }
}

extension CalendarDate {
    /// The day without its year, for a person: `Nov 21`.
    package var shown: String {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        return "\(months[month - 1]) \(day)"
    }
}
