public import PaymentCore
import TimeKit

/// Which deposit of a bank's statement is which payout; each stands in exactly one place.
///
/// A deposit may be a payout where amount and currency are the same to the cent and it came on the day on which the payout
/// was to arrive, or some days later. Words go before days: a deposit that names a payout's id is that one or none, and
/// a payout that several may be is one of those that name it, or that name the organization. A pair is made where it stands
/// in every way to give as many deposits as possible a payout: where another way would do as well nothing is guessed.
public struct DepositMatch: Hashable, Sendable {
    /// A deposit and its payout.
    public struct Pair: Hashable, Sendable {
        /// What came in.
        public var deposit: Deposit
        /// What it is.
        public var payout: PayeePayout
    }

    /// Deposits and payouts that fit each other in several ways.
    public struct Tie: Hashable, Sendable {
        /// In the order of the statement.
        public var deposits: [Deposit]
        /// Oldest first.
        public var payouts: [PayeePayout]
    }

    /// In the order of the statement.
    public var pairs: [Pair] = []
    /// What nobody can tell.
    public var ties: [Tie] = []
    /// Deposits that are no payout.
    public var strangers: [Deposit] = []
    /// Payouts that should stand on the statement, and do not.
    public var missing: [PayeePayout] = []
    /// Payouts that may have come before the statement's first day, or may come after its last.
    public var open: [PayeePayout] = []

    /// The most days between a payout's arrival and its line that are looked at.
    public static let mostDays = 31
    /// How many days are looked at where nobody says: a weekend and a holiday.
    public static let usualDays = 5

    /// Matches a statement with payouts that neither failed nor were canceled.
    ///
    /// - Parameters:
    ///   - statement: The bank's statement.
    ///   - payouts: The payouts to match.
    ///   - descriptor: The text that the bank may print with the organization's payouts; nil if it is not known.
    ///   - days: The maximum number of days between a payout's arrival and its deposit, 0 to ``mostDays``.
    public init(_ statement: BankStatement, payouts: [PayeePayout], descriptor: String? = nil, days: Int) {
        let words = BankWords(payouts: payouts.map(\.id), descriptor: descriptor)
        let graph = Self.graph(statement.deposits, payouts, words, days)
        var isPlaced = (deposits: Set<Int>(), payouts: Set<Int>())
        for (deposit, payout) in graph.certainPairs() {
            pairs.append(Pair(deposit: statement.deposits[deposit], payout: payouts[payout]))
            isPlaced.deposits.insert(deposit)
            isPlaced.payouts.insert(payout)
        }
        for start in statement.deposits.indices where !isPlaced.deposits.contains(start) {
            let group = Self.group(of: start, in: graph, without: isPlaced)
            isPlaced.deposits.formUnion(group.deposits)
            isPlaced.payouts.formUnion(group.payouts)
            if group.payouts.isEmpty {
                strangers.append(statement.deposits[start])
            } else {
                ties.append(
                    Tie(
                        deposits: group.deposits.sorted().map { statement.deposits[$0] },
                        payouts: group.payouts.sorted().map { payouts[$0] }))
            }
        }
        for (index, payout) in payouts.enumerated() where !isPlaced.payouts.contains(index) {
            let window = payout.arrivals(within: days)
            if statement.days.contains(window.lowerBound), statement.days.contains(window.upperBound) {
                missing.append(payout)
            } else {
                open.append(payout)
            }
        }
    }

    private static func graph(
        _ deposits: [Deposit], _ payouts: [PayeePayout], _ words: BankWords, _ days: Int
    ) -> FitGraph {
        let byAmount = Dictionary(grouping: deposits.indices) { deposits[$0].amount }
        let said = deposits.map { words.said(in: $0.text) }
        var graph = FitGraph(deposits: deposits.count, payouts: payouts.count)
        for (index, payout) in payouts.enumerated() {
            let window = payout.arrivals(within: days)
            let fits = (byAmount[payout.amount] ?? []).filter { deposit in
                window.contains(deposits[deposit].day) && said[deposit].payout.map { $0 == index } ?? true
            }
            let strongest = fits.map { said[$0].strength }.max()
            for deposit in fits where said[deposit].strength == strongest {
                graph.connect(deposit: deposit, payout: index)
            }
        }
        return graph
    }

    /// All that hangs together with a deposit by what fits, without what is placed already.
    private static func group(
        of start: Int, in graph: FitGraph, without isPlaced: (deposits: Set<Int>, payouts: Set<Int>)
    ) -> (deposits: Set<Int>, payouts: Set<Int>) {
        var (deposits, payouts): (Set<Int>, Set<Int>) = ([start], [])
        var queue = [start]
        while let deposit = queue.popLast() {
            for payout in graph.payouts[deposit]
            where !isPlaced.payouts.contains(payout) && payouts.insert(payout).inserted {
                for other in graph.deposits[payout]
                where !isPlaced.deposits.contains(other) && deposits.insert(other).inserted {
                    queue.append(other)
                }
            }
        }
        return (deposits, payouts)
    }
}

extension PayeePayout {
    /// The days on which a bank may book it.
    fileprivate func arrivals(within days: Int) -> ClosedRange<CalendarDate> {
        arrival.date...arrival.date.adding(days: min(max(days, 0), DepositMatch.mostDays))
    }
}

extension BankStatement {
    /// The payouts of an account that may stand on it, oldest first.
    ///
    /// - Parameters:
    ///   - days: How many days after its arrival a payout may stand here.
    ///   - page: The account's payouts behind an id, newest first, at most so many.
    public func payouts(
        within days: Int, _ page: (_ cursor: String?, _ limit: Int) throws -> [PayeePayout]
    ) rethrows -> [PayeePayout] {
        // None is longer on its way.
        let earliest = self.days.lowerBound.adding(days: -2 * DepositMatch.mostDays).startOfDay
        var found: [PayeePayout] = []
        var cursor: String?
        while true {
            let payouts = try page(cursor, 500)
            found += payouts.filter { payout in
                ![.failed, .canceled].contains(payout.state)
                    && payout.arrivals(within: days).overlaps(self.days)
            }
            guard let last = payouts.last, last.created >= earliest else { return found.reversed() }
            cursor = last.id
        }
    }
}
