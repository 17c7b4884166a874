import Giving
import MoneyKit

/// What was given at each site of an organization: a gift was made where the tag is whose tap led to it.
struct GiftsBySite: Hashable, Sendable {
    struct Site: Hashable, Sendable {
        let name: String
        /// Gifts less refunds, in minor units of the organization's currency.
        let amountMinor: Int64
    }

    /// Where most was given first, and what was given elsewhere last; empty where no site is known.
    let sites: [Site]
    /// Older gifts were not looked at.
    let isCut: Bool

    /// How many gifts are looked at.
    static let mostGifts = 1_000
    /// How many sites stand by themselves.
    static let mostSites = 7
    /// A site of fewer gifts is not told by itself: they could be somebody's who always sits there.
    static let leastGifts = 5

    /// - Parameters:
    ///   - gifts: The newest first, ``mostGifts`` at most.
    ///   - names: The site of each tap whose tag has one.
    init(_ gifts: [Gift], sites names: [String: String], in currency: Currency) {
        isCut = gifts.count >= Self.mostGifts
        let counted = gifts.filter { $0.countedMinor > 0 && $0.amount.currency == currency }
        let grouped = Dictionary(grouping: counted) { $0.tap.flatMap { names[$0] } ?? "" }
        let known = grouped.filter { !$0.key.isEmpty && $0.value.count >= Self.leastGifts }
            .map { Site(name: $0.key, amountMinor: Self.sum($0.value)) }
            .sorted { ($1.amountMinor, $0.name) < ($0.amountMinor, $1.name) }
            .prefix(Self.mostSites)
        let rest = Self.sum(counted) - known.reduce(0) { $0 + $1.amountMinor }
        sites = known + (known.isEmpty || rest == 0 ? [] : [Site(name: "Elsewhere", amountMinor: rest)])
    }

    private static func sum(_ gifts: [Gift]) -> Int64 { gifts.reduce(0) { $0 + $1.countedMinor } }
}
