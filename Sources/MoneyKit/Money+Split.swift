extension Money {
    /// The maximum number of parts into which an amount can be split.
    public static let mostParts = 100_000

    /// Splits the amount into equal parts. The remainder is distributed to the first parts, one minor unit
    /// each.
    ///
    /// The parts sum to the amount and differ by at most one minor unit.
    ///
    /// - Throws: ``MoneyError`` with code `badParts` for fewer than 1 or more than ``mostParts``.
    public func split(into parts: Int) throws(MoneyError) -> [Money] {
        guard (1...Self.mostParts).contains(parts) else {
            throw MoneyError(.badParts, found: "\(parts)", currency: currency)
        }
        return try split(by: Array(repeating: 1, count: parts))
    }

    /// Splits the amount in proportion to weights, using the largest remainder method.
    ///
    /// Each part is its exact proportional share, rounded down or up, and the parts sum to the amount. A part
    /// with weight zero is zero. If the remainders of several parts are equal, the first of these parts is
    /// rounded up. A negative amount is split like the corresponding positive amount.
    ///
    /// - Throws: ``MoneyError`` with code `badParts` if a weight is negative, if all weights are zero, or if
    ///   there are no weights or more than ``mostParts``; or `overflow` if the sum of the weights does not
    ///   fit into `UInt64`.
    public func split(by weights: [Int64]) throws(MoneyError) -> [Money] {
        guard (1...Self.mostParts).contains(weights.count) else {
            throw MoneyError(.badParts, found: "\(weights.count)", currency: currency)
        }
        let total = try Self.total(of: weights, currency)
        let amount = SignedMagnitude(minorUnits)
        // The quotient fits, because no weight is larger than the sum of the weights.
        let shares = weights.map {
            total.dividingFullWidth(amount.magnitude.multipliedFullWidth(by: $0.magnitude))
        }
        var parts = shares.map(\.quotient)
        let rest = Int(amount.magnitude - parts.reduce(0, +))
        let byRemainder = shares.indices.sorted {
            (shares[$1].remainder, $0) < (shares[$0].remainder, $1)
        }
        for index in byRemainder.prefix(rest) { parts[index] += 1 }
        return try parts.map { part throws(MoneyError) in
            try Money(SignedMagnitude(isNegative: amount.isNegative, magnitude: part), currency)
        }
    }

    private static func total(of weights: [Int64], _ currency: Currency) throws(MoneyError) -> UInt64 {
        var total: UInt64 = 0
        for weight in weights {
            guard weight >= 0 else { throw MoneyError(.badParts, found: "\(weight)", currency: currency) }
            let (sum, overflow) = total.addingReportingOverflow(weight.magnitude)
            guard !overflow else { throw MoneyError(.overflow, currency: currency) }
            total = sum
        }
        guard total > 0 else { throw MoneyError(.badParts, found: "0", currency: currency) }
        return total
    }

    init(_ amount: SignedMagnitude, _ currency: Currency) throws(MoneyError) {
        guard let minorUnits = amount.value else { throw MoneyError(.overflow, currency: currency) }
        self.init(minorUnits, currency)
    }
}
