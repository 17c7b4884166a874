public import PaymentCore

/// What of a payout belongs to one fund: what an accountant books of one deposit. All amounts are in minor units.
public struct PayoutShare: Hashable, Sendable {
    /// The fund; nil for what belongs to no gift.
    public var fund: String?
    /// The fund's name at the time of its newest gift in this payout, or nil if the share belongs to no gift.
    public var fundName: String?
    /// How many gifts came.
    public var gifts = 0
    /// What they were, with what donors added for the fee.
    public var givenMinor: Int64 = 0
    /// What went back to donors and their banks; negative.
    public var returnedMinor: Int64 = 0
    /// All fees, less those that came back; negative.
    public var feesMinor: Int64 = 0
    /// The remaining amount: returned payouts, transfers made at the processor, and unexplained movements.
    public var otherMinor: Int64 = 0

    /// What reached the bank of it.
    public var netMinor: Int64 { givenMinor + returnedMinor + feesMinor + otherMinor }
}

extension PayoutMatch {
    /// What it is made of, by fund; what belongs to no gift stands last. The nets come to what the lines come to.
    ///
    /// - Parameter gifts: Gifts by their payments.
    public func shares(gifts: [String: Gift]) -> [PayoutShare] {
        var shares: [String?: PayoutShare] = [:]
        func book(_ fund: String?, _ path: WritableKeyPath<PayoutShare, Int64>, _ minor: Int64) {
            if minor != 0 { shares[fund, default: PayoutShare(fund: fund)][keyPath: path] += minor }
        }
        for line in lines {
            for part in line.parts {
                let fund = part.payment.flatMap { gifts[$0]?.fund }
                switch part.kind {
                case .payment:
                    book(fund, \.givenMinor, part.amountMinor)
                    if let fund { shares[fund]?.gifts += 1 }
                case .refund, .dispute: book(fund, \.returnedMinor, part.amountMinor)
                case .feeReturned, .refundFee, .disputeFee: book(fund, \.feesMinor, part.amountMinor)
                case .payoutReturned, .takenBack, .sent: book(nil, \.otherMinor, part.amountMinor)
                }
            }
            let fund = line.parts.first?.payment.flatMap { gifts[$0]?.fund }
            book(fund, \.feesMinor, -line.feeMinor)
            book(nil, \.otherMinor, line.amountMinor - line.parts.reduce(0) { $0 + $1.amountMinor })
        }
        for gift in gifts.values.sorted(by: { ($0.created, $0.id) < ($1.created, $1.id) }) {
            shares[gift.fund]?.fundName = gift.fundName
        }
        return shares.values.sorted { left, right in
            guard let one = left.fund, let other = right.fund else { return left.fund != nil }
            return one < other
        }
    }
}
