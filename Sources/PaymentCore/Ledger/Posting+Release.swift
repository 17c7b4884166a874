import MoneyKit

extension Posting {
    /// Returns the posting for held money that has reached the payee's account.
    static func release(_ release: PaymentRelease, transfer: String) throws(LedgerError) -> Posting {
        try move(
            .release, transfer, payment: release.payment, release.amount.minorUnits,
            release.amount.currency, from: .payee(release.payee), to: .held(release.payment))
    }

    /// Returns the posting for released money that came back from the payee's account and is held again.
    static func releaseReversed(_ minor: Int64, of release: PaymentRelease, reversal: String)
        throws(LedgerError) -> Posting
    {
        try move(
            .releaseReversed, reversal, payment: release.payment, minor, release.amount.currency,
            from: .held(release.payment), to: .payee(release.payee))
    }
}
