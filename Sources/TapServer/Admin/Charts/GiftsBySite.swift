import Giving
import MoneyKit
import PaymentCore
import TimeKit

/// What was given at each site of an organization: a gift was made where the tag is whose tap led to it.
struct GiftsBySite: Hashable, Sendable {
    struct Site: Hashable, Sendable {
        let name: String
        /// Gifts less refunds, in minor units of the organization's currency.
        let amountMinor: Int64
    }

    /// Where most was given first, and what was given elsewhere last; empty where no site can be told.
    let sites: [Site]

    /// How many sites stand by themselves.
    static let mostSites = 7
    /// A sum of fewer donors is not told: it could be somebody's who always sits there.
    static let leastDonors = 5
    /// What the rest is called: other sites, and gifts without a tag.
    static let elsewhere = "Elsewhere"

    /// - Parameter names: The site of each tap whose tag has one.
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

    private static func canBeShown(_ gifts: [Gift]) -> Bool {
        Set(gifts.compactMap(\.donor)).count >= leastDonors
    }

    private static func sum(_ gifts: [Gift]) -> Int64 { gifts.reduce(0) { $0 + $1.countedMinor } }
}

/// The newest gifts of an organization, as many as are looked at one by one.
struct RecentGifts: Hashable, Sendable {
    /// Those that count, less refunds; the newest first.
    let counted: [Gift]
    /// The time of the oldest evaluated gift, if earlier gifts were left out; nil if none were.
    let oldest: Timestamp?

    /// How many are looked at.
    static let most = 1_000

    /// - Parameter gifts: The newest first: one more than ``most``, where there are as many.
    init(_ gifts: [Gift]) {
        oldest = gifts.count > Self.most ? gifts[Self.most - 1].created : nil
        counted = gifts.prefix(Self.most).filter { $0.countedMinor > 0 }
    }

    /// How many of the taps of a period led to a gift; nil if not all gifts since then were looked at.
    ///
    /// A tap counts when it was made, and once: the later periods of a monthly gift name it, too.
    func leadingTaps(in period: Range<Timestamp>) -> Int? {
        guard oldest.map({ $0 < period.lowerBound }) ?? true else { return nil }
        // Ids begin with the second in which the tap was kept.
        let first = Identifiers.first("tap", at: period.lowerBound)
        let end = Identifiers.first("tap", at: period.upperBound)
        return Set(counted.compactMap(\.tap)).count { $0 >= first && $0 < end }
    }
}
