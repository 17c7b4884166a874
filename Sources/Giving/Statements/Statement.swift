public import MoneyKit
public import TimeKit

/// A statement of a donor's gifts to an organization in one year.
///
/// Each gift belongs to the year of ``Gift/day``. Later changes to the organization's settings do not affect
/// the heading, which comes from the receipt of the newest line.
public struct Statement: Hashable, Sendable {
    /// The range of years for which a statement can be requested.
    public static let years = 1900...9998

    /// The organization's details as printed on the statement.
    public let issuer: ReceiptIssuer
    /// The year, in the organization's time zone.
    public let year: Int
    /// The donor's name from the newest line, or from the caller if the year has no lines. Empty if the
    /// donor's data was deleted.
    public let donorName: String
    /// The time at which the statement is issued.
    public let issued: Timestamp
    /// The lines for the year's gifts and late changes, oldest first. A fully refunded gift has no line,
    /// unless the refund was recorded after the gift's month was closed.
    public let lines: [StatementLine]
    /// The totals for each fund, sorted by fund id.
    public let funds: [StatementFund]
    /// The sums of the amounts of all lines.
    public let sum: StatementAmounts
    /// Whether the money is real. False if any gift was made with test money, or if there are no gifts.
    public let livemode: Bool

    /// Creates a donor's statement. Lines for other years are ignored.
    ///
    /// - Parameters:
    ///   - lines: The lines for the donor's gifts to this organization, in any order.
    ///   - organization: The organization that issues the statement.
    ///   - issuer: The organization's details for the heading, or nil to use the current details.
    ///   - donorName: The donor's name for a year without gifts.
    ///   - year: The year of the statement.
    ///   - time: The time at which the statement is issued.
    /// - Throws: `MoneyError` with code `currencyMismatch` if a gift is not in the organization's currency,
    ///   or `overflow`.
    public init(
        _ lines: [StatementLine], to organization: Organization, issuer: ReceiptIssuer? = nil,
        donorName: String = "", year: Int, at time: Timestamp
    ) throws(MoneyError) {
        self.issuer = issuer ?? ReceiptIssuer(organization)
        self.year = year
        issued = time
        let lines = lines.filter { $0.day.year == year }
            .sorted { ($0.day, $0.paidAt, $0.gift) < ($1.day, $1.paidAt, $1.gift) }
        self.lines = lines
        self.donorName = lines.last?.donorName ?? donorName
        let currency = organization.currency
        var funds: [StatementFund] = []
        for fund in Set(lines.map(\.fund)).sorted() {
            let gifts = lines.filter { $0.fund == fund }
            funds.append(
                StatementFund(
                    fund: fund, fundName: gifts.last?.fundName ?? fund, gifts: gifts.count { !$0.isLate },
                    amounts: try StatementAmounts(sumOf: gifts.map(\.amounts), in: currency)))
        }
        self.funds = funds
        sum = try StatementAmounts(sumOf: funds.map(\.amounts), in: currency)
        livemode = !lines.isEmpty && lines.allSatisfy(\.livemode)
    }
}

/// The total of a year's gifts to one fund.
public struct StatementFund: Hashable, Sendable {
    /// The fund's id.
    public let fund: String
    /// The fund's name, from the newest statement line for the fund.
    public let fundName: String
    /// The number of gifts, not counting late changes.
    public let gifts: Int
    /// The sums of the gifts' amounts, including late changes.
    public let amounts: StatementAmounts
}
