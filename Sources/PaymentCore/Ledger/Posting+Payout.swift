import MoneyKit

extension Posting {
    /// Returns the posting for a payout that has left the account of a payee or of the platform.
    static func payout(_ payout: PayeePayout) throws(LedgerError) -> Posting {
        try move(.payout, payout, from: .bank(payout.payee), to: payout.source)
    }

    /// Returns the posting for a payout that has arrived at the bank.
    static func payoutPaid(_ payout: PayeePayout) throws(LedgerError) -> Posting {
        try move(.payoutPaid, payout, from: .processor, to: .bank(payout.payee))
    }

    /// Returns the posting for a payout that failed or was canceled. The money has returned to the account
    /// that the payout came from. `wasPaid` is true if the payout was previously recorded as paid. A bank can
    /// return a payout days later.
    ///
    /// Source: Stripe documentation, "The Payout object", `status`: "Some payouts that fail might initially
    /// show as `paid`, then change to `failed`."
    static func payoutFailed(_ payout: PayeePayout, wasPaid: Bool) throws(LedgerError) -> Posting {
        try move(
            .payoutFailed, payout, from: payout.source, to: wasPaid ? .processor : .bank(payout.payee))
    }

    private static func move(
        _ kind: Kind, _ payout: PayeePayout, from credit: LedgerAccount, to debit: LedgerAccount
    ) throws(LedgerError) -> Posting {
        try move(kind, payout.id, payout.amount.minorUnits, payout.amount.currency, from: credit, to: debit)
    }
}

extension PayeePayout {
    /// The account that the payout is paid from.
    fileprivate var source: LedgerAccount { payee == Self.platform ? .drawn : .payee(payee) }
}
