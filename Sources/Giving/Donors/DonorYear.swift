public import DatabaseKit
public import MoneyKit
import TimeKit

/// The total of a donor's gifts to an organization in one year.
public struct DonorYear: Hashable, Sendable {
    /// The year, in the organization's time zone.
    public let year: Int
    /// The total of gifts minus refunds, excluding covered fees. The list has one amount for each currency,
    /// sorted by currency code.
    public let amounts: [Money]
    /// The number of gifts that the totals include. Unpaid and fully refunded gifts are not included.
    public let gifts: Int
}

extension Transaction {
    /// Returns the totals of a donor's gifts to an organization for each of the given years, newest first.
    /// Refunds reduce the total of the gift's year, which is the year of ``Gift/day``.
    ///
    /// - Throws: `MoneyError` with code `overflow` if a total exceeds the range of an amount.
    public func totals(
        ofDonor donor: String, organization: String, years: ClosedRange<Int>
    ) throws -> [DonorYear] {
        var query = GiftQuery(organization: organization)
        query.donors = [donor]
        // A gift can be paid or booked in the year after the one in which it is listed.
        query.sinceDay = CalendarDate(year: years.lowerBound - 1, month: 1, day: 1)
        var amounts: [Int: [Money]] = [:]
        try forEachGift(query) { gift in
            guard gift.countedMinor > 0, years.contains(gift.day.year) else { return }
            amounts[gift.day.year, default: []].append(Money(gift.countedMinor, gift.amount.currency))
        }
        return try years.reversed().map { year in
            let counted = amounts[year] ?? []
            let sums = try Set(counted.map(\.currency)).sorted { $0.code < $1.code }.map { currency in
                try Money.sum(counted.filter { $0.currency == currency }, in: currency)
            }
            return DonorYear(year: year, amounts: sums, gifts: counted.count)
        }
    }
}
