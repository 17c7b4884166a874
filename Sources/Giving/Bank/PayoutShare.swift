public import PaymentCore

/// A fund's share of a payout, for an organization's accounting. All amounts are in minor units.
public struct PayoutShare: Hashable, Sendable {
    /// The fund's id, or nil if the amounts of this share do not belong to gifts.
    public var fund: String?
    /// The fund's name at the time of its newest gift in this payout, or nil if the amounts of this share do
    /// not belong to gifts.
    public var fundName: String?
    /// The number of the fund's gifts in the payout.
    public var gifts = 0
    /// The total of the gifts, including the fees that donors covered.
    public var givenMinor: Int64 = 0
    /// The total returned to donors and to their banks; zero or negative.
    public var returnedMinor: Int64 = 0
    /// The refunded fees minus the deducted fees; usually negative.
    public var feesMinor: Int64 = 0
    /// The total of all other amounts: returned payouts, transfers made at the processor, and unexplained
    /// movements.
    public var otherMinor: Int64 = 0

    /// The net amount of the share: the sum of the gifts, returns, fees and other amounts.
    public var netMinor: Int64 { givenMinor + returnedMinor + feesMinor + otherMinor }
}

extension PayoutMatch {
    /// Returns the shares of a payout, sorted by fund. The share of the amounts that do not belong to gifts
    /// is last. The net amounts of all shares sum to the net amount of the payout's lines.
    ///
    /// - Parameter gifts: The gifts, keyed by payment id.
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
