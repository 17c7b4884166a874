/// Which of some deposits may be which of some payouts; both are counted from 0.
struct FitGraph {
    /// The payouts that each deposit may be.
    private(set) var payouts: [[Int]]
    /// The deposits that each payout may be.
    private(set) var deposits: [[Int]]

    /// Nothing fits yet.
    init(deposits: Int, payouts: Int) {
        self.payouts = Array(repeating: [], count: deposits)
        self.deposits = Array(repeating: [], count: payouts)
    }

    /// A deposit may be a payout; said once.
    mutating func connect(deposit: Int, payout: Int) {
        payouts[deposit].append(payout)
        deposits[payout].append(deposit)
    }

    /// The payout of each deposit, in one of the ways to give as many deposits as possible a payout each.
    ///
    /// Source: Berge 1957: a matching has the most pairs when no path leads over other pairs from one that is free to another.
    func mostPairs() -> [Int?] {
        var payoutOf = [Int?](repeating: nil, count: payouts.count)
        var depositOf = [Int?](repeating: nil, count: deposits.count)
        for start in deposits.indices {
            // Which payout each deposit was reached from.
            var reached: [Int: Int] = [:]
            var queue = [start]
            var end: Int?
            search: while let payout = queue.popLast() {
                for deposit in deposits[payout] where reached[deposit] == nil {
                    reached[deposit] = payout
                    guard let other = payoutOf[deposit] else {
                        end = deposit
                        break search
                    }
                    queue.append(other)
                }
            }
            while let deposit = end, let payout = reached[deposit] {
                end = depositOf[payout]
                (payoutOf[deposit], depositOf[payout]) = (payout, deposit)
            }
        }
        return payoutOf
    }

    /// The pairs that stand in every way to give as many deposits as possible a payout each: no other way would do.
    func certainPairs() -> [(deposit: Int, payout: Int)] {
        let payoutOf = mostPairs()
        var depositOf = [Int?](repeating: nil, count: deposits.count)
        for case (let deposit, let payout?) in zip(payoutOf.indices, payoutOf) { depositOf[payout] = deposit }
        return zip(payoutOf.indices, payoutOf).compactMap { deposit, payout in
            guard let payout else { return nil }
            let hasOther =
                Self.leadsOn(from: deposit, besides: payout, payouts, depositOf)
                || Self.leadsOn(from: payout, besides: deposit, deposits, payoutOf)
            return hasOther ? nil : (deposit, payout)
        }
    }

    /// Whether there are as many pairs without a pair: a path leads from one side of it to somebody who is free, or back to
    /// its other side.
    private static func leadsOn(
        from start: Int, besides partner: Int, _ fits: [[Int]], _ pairs: [Int?]
    ) -> Bool {
        var seen: Set<Int> = []
        var queue = [start]
        while let one = queue.popLast() {
            for other in fits[one] where !(one == start && other == partner) && seen.insert(other).inserted {
                guard other != partner, let next = pairs[other] else { return true }
                queue.append(next)
            }
        }
        return false
    }
}
