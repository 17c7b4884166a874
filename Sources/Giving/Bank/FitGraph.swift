/// A bipartite graph of deposits and payouts, which are identified by their indexes. An edge means that a
/// deposit matches a payout.
struct FitGraph {
    /// The indexes of the payouts that match each deposit.
    private(set) var payouts: [[Int]]
    /// The indexes of the deposits that match each payout.
    private(set) var deposits: [[Int]]

    init(deposits: Int, payouts: Int) {
        self.payouts = Array(repeating: [], count: deposits)
        self.deposits = Array(repeating: [], count: payouts)
    }

    /// Adds an edge between a deposit and a payout. The caller must not add the same edge twice.
    mutating func connect(deposit: Int, payout: Int) {
        payouts[deposit].append(payout)
        deposits[payout].append(deposit)
    }

    /// Returns a matching with the maximum number of pairs: the index of each deposit's payout, or nil if the
    /// deposit is unpaired.
    ///
    /// Source: Berge 1957. A matching has the maximum number of pairs if and only if it has no augmenting
    /// path.
    func mostPairs() -> [Int?] {
        var payoutOf = [Int?](repeating: nil, count: payouts.count)
        var depositOf = [Int?](repeating: nil, count: deposits.count)
        for start in deposits.indices {
            // The payout from which each deposit was reached.
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

    /// Returns the pairs that are in every matching with the maximum number of pairs.
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

    /// Returns whether an alternating path connects one vertex of a pair with an unpaired vertex or with the
    /// pair's other vertex. If so, a matching without the pair can have the same number of pairs.
    ///
    /// - Parameters:
    ///   - start: The vertex of the pair from which the search starts.
    ///   - partner: The other vertex of the pair.
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
