public import MoneyKit
public import TimeKit

/// A donor's gifts to an organization in a year.
///
/// Each gift belongs to the year of its own day. The heading is taken from the newest receipt, so later changes to the
/// organization's settings do not affect the statement.
public struct Statement: Hashable, Sendable {
    /// The years that can be asked for, each with its four digits.
    public static let years = 1900...9998

    /// Who was given to.
    public let issuer: ReceiptIssuer
    /// The year.
    public let year: Int
    /// What the donor wrote with the newest gift that stands here; empty where none does.
    public let donorName: String
    /// When the statement was made.
    public let issued: Timestamp
    /// Every gift of the year of which something is left, the oldest first.
    public let lines: [StatementLine]
    /// What was given for each fund, by the fund's id.
    public let funds: [StatementFund]
    /// What was given in the year.
    public let sum: StatementAmounts
    /// Real money; false as soon as one gift is of test money, and for a year without gifts.
    public let livemode: Bool

    /// Creates a donor's statement. Lines of other years are ignored.
    ///
    /// - Parameters:
    ///   - lines: The donor's gifts to this organization, in any order.
    ///   - organization: The organization that issues the statement.
    ///   - issuer: The heading, or nil to use the organization's current details.
    ///   - year: The year of the statement.
    ///   - time: The time at which the statement is issued.
    /// - Throws: `currencyMismatch` if a gift is not in the organization's currency, or `overflow`.
    public init(
        _ lines: [StatementLine], to organization: Organization, issuer: ReceiptIssuer? = nil, year: Int,
        at time: Timestamp
    ) throws(MoneyError) {
        self.issuer = issuer ?? ReceiptIssuer(organization)
        self.year = year
        issued = time
        let lines = lines.filter { $0.day.year == year }
            .sorted { ($0.day, $0.paidAt, $0.gift) < ($1.day, $1.paidAt, $1.gift) }
        self.lines = lines
        donorName = lines.last?.donorName ?? ""
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

/// What was given for one fund in a year.
public struct StatementFund: Hashable, Sendable {
    /// The fund's id.
    public let fund: String
    /// The fund's name.
    public let fundName: String
    /// How many gifts.
    public let gifts: Int
    /// Their sums.
    public let amounts: StatementAmounts
}
