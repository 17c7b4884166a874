import MoneyKit
import TimeKit

/// An export of all data that is stored about one donor.
public struct DonorExport: Hashable, Sendable {
    /// The donor record, with the e-mail address and the time of the first gift. Names and telephone numbers
    /// are in the gifts.
    public let donor: Donor
    /// All of the donor's gifts, including declined ones, oldest first.
    public let gifts: [Gift]
    /// All of the donor's monthly gifts, including ended ones, oldest first.
    public let monthlyGifts: [RecurringGift]
    /// All of the donor's receipts, including void ones, sorted by organization and number.
    public let receipts: [Receipt]
    /// The notes that organizations wrote about the donor, sorted by organization.
    public let notes: [DonorNote]
    /// The years for which the donor has statements, sorted by organization and year.
    public let statements: [StatementYear]

    /// A year for which a donor has a statement from an organization.
    public struct StatementYear: Hashable, Sendable, Codable {
        /// The organization's id.
        public let organization: String
        /// The year in the organization's time zone.
        public let year: Int
    }

    /// Creates an export from a donor's records, and sorts them.
    ///
    /// - Parameters:
    ///   - donor: The donor.
    ///   - gifts: All gifts of the donor, in any order.
    ///   - monthlyGifts: All monthly gifts of the donor, in any order.
    ///   - receipts: All receipts for these gifts.
    ///   - notes: The notes about the donor, sorted by organization.
    ///   - late: The changes to these gifts that were recorded after the books were closed. These changes
    ///     also appear on statements.
    public init(
        _ donor: Donor, gifts: [Gift], monthlyGifts: [RecurringGift], receipts: [Receipt],
        notes: [DonorNote] = [], late: [LateChange] = []
    ) {
        self.donor = donor
        self.notes = notes
        self.gifts = gifts.sorted { ($0.created, $0.id) < ($1.created, $1.id) }
        self.monthlyGifts = monthlyGifts.sorted { ($0.created, $0.id) < ($1.created, $1.id) }
        self.receipts = receipts.sorted {
            ($0.number.organization, $0.number.year, $0.number.segment, $0.number.position)
                < ($1.number.organization, $1.number.year, $1.number.segment, $1.number.position)
        }
        var years = gifts.filter { ReceiptedAmount(of: $0) != nil }
            .map { StatementYear(organization: $0.organization, year: $0.day.year) }
        let days = Dictionary(gifts.map { ($0.id, $0.day) }, uniquingKeysWith: { $1 })
        for change in late where change.amount.minorUnits != 0 {
            for year in [days[change.gift]?.year ?? change.day.year, change.day.year] {
                years.append(StatementYear(organization: change.organization, year: year))
            }
        }
        statements = Set(years).sorted { ($0.organization, $0.year) < ($1.organization, $1.year) }
    }
}
