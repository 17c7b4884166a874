extension ApplicationFee {
    /// What of a fee has gone back in all, when `refunded` of a charge of `total` has gone back in all: in
    /// proportion, half up.
    ///
    /// Reckoned over the whole each time, so that many partial refunds give back exactly the fee, no cent more or
    /// less. All in minor units, `0 <= refunded <= total`, `total > 0`.
    ///
    /// Source: Stripe documentation, "Collect fees", "Refunding an application fee".
    public static func returned(of fee: Int64, refunded: Int64, of total: Int64) -> Int64 {
        let doubled = fee.multipliedFullWidth(by: refunded * 2)
        let (high, low) = (doubled.high, doubled.low)
        let (sum, carried) = low.addingReportingOverflow(UInt64(total))
        let whole = (total * 2).dividingFullWidth((high + (carried ? 1 : 0), sum))
        return whole.quotient
    }
}
