import Giving
import PaymentCore
import TimeKit

/// The newest gifts of an organization, as many as are looked at one by one.
struct RecentGifts: Hashable, Sendable {
    /// Those that count, less refunds; the newest first.
    let counted: [Gift]
    /// Gifts that were made before were not looked at; nil where there is none.
    let oldest: Timestamp?

    /// How many are looked at.
    static let most = 1_000

    /// - Parameter gifts: The newest first: one more than ``most``, where there are as many.
    init(_ gifts: [Gift]) {
        oldest = gifts.count > Self.most ? gifts[Self.most - 1].created : nil
        counted = gifts.prefix(Self.most).filter { $0.countedMinor > 0 }
    }

    /// How many of the taps of a period led to a gift; nil where not all gifts since then were looked at.
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
