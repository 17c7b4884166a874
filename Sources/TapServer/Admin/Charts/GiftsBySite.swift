import Giving
import MoneyKit
import PaymentCore
import TimeKit

/// The total of the gifts at each site of an organization. A gift belongs to the site of the tag that was
/// tapped to make it.
struct GiftsBySite: Hashable {
    struct Site: Hashable {
        let name: String
        /// The total of the site's gifts minus refunds, in minor units of the organization's currency.
        let amountMinor: Int64
    }

    /// The sites, largest amount first, followed by ``elsewhere`` if that total has enough donors. Empty if
    /// no site has enough donors to be shown.
    let sites: [Site]

    /// The maximum number of sites that are listed separately.
    static let mostSites = 7
    /// The minimum number of donors whose combined total is shown. A total for fewer donors could reveal an
    /// individual gift.
    static let leastDonors = 5
    /// The label for the total of the gifts at all other sites, including the gifts without a site.
    static let elsewhere = "Elsewhere"

    /// Calculates the total of the gifts at each site. Gifts in currencies other than `currency` are ignored.
    ///
    /// - Parameter names: The name of each tap's site, keyed by tap id. Taps without a site are omitted.
    init(_ gifts: RecentGifts, sites names: [String: String], in currency: Currency) {
        let own = gifts.counted.filter { $0.amount.currency == currency }
        let grouped = Dictionary(grouping: own) { $0.tap.flatMap { names[$0] } ?? Self.elsewhere }
        let shown = grouped.filter { $0.key != Self.elsewhere && Self.canBeShown($0.value) }
            .map { Site(name: $0.key, amountMinor: Self.sum($0.value)) }
            .sorted { ($1.amountMinor, $0.name) < ($0.amountMinor, $1.name) }
            .prefix(Self.mostSites)
        let names = Set(shown.map(\.name))
        let rest = grouped.filter { !names.contains($0.key) }.flatMap(\.value)
        let isRestShown = !shown.isEmpty && Self.canBeShown(rest)
        sites = shown + (isRestShown ? [Site(name: Self.elsewhere, amountMinor: Self.sum(rest))] : [])
    }

    /// Returns whether the gifts have enough donors for their total to be shown.
    static func canBeShown(_ gifts: [Gift]) -> Bool {
        Set(gifts.compactMap(\.donor)).count >= leastDonors
    }

    static func sum(_ gifts: [Gift]) -> Int64 { gifts.reduce(0) { $0 + $1.countedMinor } }
}

/// The newest gifts of an organization, at most ``most``, for charts computed from individual gifts.
struct RecentGifts: Hashable {
    /// The paid gifts that are not fully refunded, newest first.
    let counted: [Gift]
    /// The time of the oldest gift in the list, if older gifts were left out; otherwise nil.
    let oldest: Timestamp?

    /// The maximum number of gifts in the list.
    static let most = 1_000

    /// Creates the list of gifts for the charts.
    ///
    /// - Parameter gifts: The newest gifts, newest first; at most ``most`` plus one. If there is an extra
    ///   gift, the list is known to be incomplete, and this gift is left out.
    init(_ gifts: [Gift]) {
        oldest = gifts.count > Self.most ? gifts[Self.most - 1].created : nil
        counted = gifts.prefix(Self.most).filter { $0.countedMinor > 0 }
    }

    /// Returns the number of taps in a period that resulted in one of the gifts in ``counted``. Returns nil
    /// if the list does not include the start of the period.
    ///
    /// Each tap counts once, at the time of the tap, even if later charges of a monthly gift refer to the
    /// same tap.
    func leadingTaps(in period: Range<Timestamp>) -> Int? {
        guard oldest.map({ $0 < period.lowerBound }) ?? true else { return nil }
        // A tap's id begins with the second in which the tap was recorded.
        let first = Identifiers.first("tap", at: period.lowerBound)
        let end = Identifiers.first("tap", at: period.upperBound)
        return Set(counted.compactMap(\.tap)).count { $0 >= first && $0 < end }
    }
}
