public import PaymentCore
import TimeKit

/// The result of matching bank deposits with payouts. Each deposit and each payout appears in exactly one of
/// the lists.
///
/// A deposit matches a payout if they have the same amount and currency, and if the bank credited the deposit
/// on the payout's arrival day or up to a given number of days later. If a deposit's description contains a
/// payout's id, the deposit matches only that payout. If several deposits match a payout, those with the
/// payout's id are preferred, then those with the organization's name.
///
/// A deposit and a payout are paired only if the pair is part of every matching with the maximum number of
/// pairs. Other possible pairs are reported as ties.
public struct DepositMatch: Hashable, Sendable {
    /// A deposit and the payout that it was matched with.
    public struct Pair: Hashable, Sendable {
        /// The deposit on the bank statement.
        public var deposit: Deposit
        /// The payout that arrived as this deposit.
        public var payout: PayeePayout
    }

    /// A group of deposits and payouts that can be paired in several ways.
    public struct Tie: Hashable, Sendable {
        /// The deposits, in the order of the statement.
        public var deposits: [Deposit]
        /// The payouts, oldest first.
        public var payouts: [PayeePayout]
    }

    /// The unambiguous pairs, in the order of the statement.
    public var pairs: [Pair] = []
    /// The groups of deposits and payouts that can be paired in several ways.
    public var ties: [Tie] = []
    /// The deposits that match no payout.
    public var strangers: [Deposit] = []
    /// The payouts that should be on the statement but are not.
    public var missing: [PayeePayout] = []
    /// The payouts that may have arrived before the statement's first day, or may arrive after the
    /// statement's last day.
    public var open: [PayeePayout] = []

    /// The maximum number of days that a caller can allow between a payout's arrival and its deposit.
    public static let mostDays = 31
    /// The default maximum number of days between a payout's arrival and its deposit. Five days cover a
    /// weekend and a holiday.
    public static let usualDays = 5

    /// Matches the deposits of a statement with payouts.
    ///
    /// - Parameters:
    ///   - statement: The bank's statement.
    ///   - payouts: The payouts to match, excluding failed and canceled payouts.
    ///   - descriptor: The text that the bank might print for the organization's payouts, or nil if the text
    ///     is unknown.
    ///   - days: The maximum number of days between a payout's arrival and its deposit, from 0 to
    ///     ``mostDays``.
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

    /// Returns a deposit, together with all unpaired deposits and payouts that are connected to it in the
    /// graph, directly or indirectly.
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
    /// Returns the days on which the bank could credit the payout, from its arrival day to `days` days later.
    fileprivate func arrivals(within days: Int) -> ClosedRange<CalendarDate> {
        arrival.date...arrival.date.adding(days: min(max(days, 0), DepositMatch.mostDays))
    }
}

extension BankStatement {
    /// Returns an account's payouts that could be on the statement, oldest first. Failed and canceled payouts
    /// are excluded.
    ///
    /// - Parameters:
    ///   - days: The maximum number of days between a payout's arrival and its deposit.
    ///   - page: A function that returns a page of the account's payouts, newest first. The arguments are the
    ///     id after which the page starts, and the maximum number of payouts.
    public func payouts(
        within days: Int, _ page: (_ cursor: String?, _ limit: Int) throws -> [PayeePayout]
    ) rethrows -> [PayeePayout] {
        // Even the slowest payout arrives within this time.
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
