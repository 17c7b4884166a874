import MoneyKit

extension Posting {
    /// Returns the posting for held money that has reached the payee's account.
    static func release(_ release: PaymentRelease, transfer: String) throws(LedgerError) -> Posting {
        let amount = release.amount
        return try Posting(
            .release, transfer, payment: release.payment,
            [
                LedgerEntry(.held(release.payment), amount),
                LedgerEntry(.payee(release.payee), Money(-amount.minorUnits, amount.currency)),
            ])
    }

    /// Returns the posting for released money that came back from the payee's account and is held again.
    static func releaseReversed(_ minor: Int64, of release: PaymentRelease, reversal: String)
        throws(LedgerError) -> Posting
    {
        let currency = release.amount.currency
        return try Posting(
            .releaseReversed, reversal, payment: release.payment,
            [
                LedgerEntry(.payee(release.payee), Money(minor, currency)),
                LedgerEntry(.held(release.payment), Money(-minor, currency)),
            ])
    }
}
