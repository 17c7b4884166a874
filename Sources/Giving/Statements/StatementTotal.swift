public import DatabaseKit
public import TimeKit

/// The total of a donor's statement for a year, as shown in a list of statements.
public struct StatementTotal: Hashable, Sendable {
    /// The donor's id.
    public let donor: String
    /// The name that the donor entered with the latest gift to the organization, in any year.
    public let name: String
    /// The donor's e-mail address.
    public let email: String
    /// The sums of the amounts on the statement.
    public let sum: StatementAmounts
    /// The day of the newest gift on the statement; nil if the statement has only late changes.
    public let lastGift: CalendarDate?
}

extension Transaction {
    /// Returns the totals of an organization's statements for a year, sorted by the donors' names. Donors
    /// without a line in that year are skipped.
    ///
    /// - Parameters:
    ///   - donor: The id of the last donor on the previous page, or nil to start with the first donor.
    ///   - limit: The maximum number of totals.
    /// - Throws: `MoneyError` if the amounts cannot be added.
    public func statementTotals(
        to organization: Organization, year: Int, after donor: String?, limit: Int
    ) throws -> [StatementTotal] {
        guard let first = CalendarDate(year: year, month: 1, day: 1),
            let last = CalendarDate(year: year, month: 12, day: 31)
        else { return [] }
        var totals: [StatementTotal] = []
        var cursor = donor
        while totals.count < limit {
            let page = try statementDonors(
                ofOrganization: organization.id, on: first...last, after: cursor, limit: limit)
            for donor in page where totals.count < limit {
                let lines = try statementLines(to: organization, of: donor.id, year: year).lines
                guard !lines.isEmpty else { continue }
                totals.append(
                    StatementTotal(
                        donor: donor.id, name: donor.name, email: try self.donor(donor.id)?.email ?? "",
                        sum: try StatementAmounts(sumOf: lines.map(\.amounts), in: organization.currency),
                        lastGift: lines.filter { !$0.isLate }.map(\.day).max()))
            }
            guard page.count == limit, let next = page.last?.id else { break }
            cursor = next
        }
        return totals
    }
}
