import MoneyKit

extension Posting {
    /// Returns the posting for a charge. The payee's share is the total minus the application fee. The form
    /// of the charge determines the account for this share. The posting also includes the processor's fee.
    ///
    /// Source: Stripe documentation, "Destination charges"; "Create separate charges and transfers".
    static func charge(_ payment: Payment) throws(LedgerError) -> Posting {
        let currency = payment.total.currency
        let total = payment.total.minorUnits
        let fee = payment.applicationFeeMinor
        let surcharge = payment.quote.minorUnits(of: .surcharge)
        let rounding = fee - payment.quote.applicationFee.minorUnits
        return try Posting(
            .charge, payment.id, payment: payment.id,
            [
                LedgerEntry(.processor, Money(total, currency)),
                LedgerEntry(payment.form.share(of: payment.id), Money(fee - total, currency)),
                LedgerEntry(.feeRevenue, Money(rounding + surcharge - fee, currency)),
                LedgerEntry(.surchargeRevenue, Money(-surcharge, currency)),
                LedgerEntry(.roundingRevenue, Money(-rounding, currency)),
            ] + processorFee(payment.processorFeeMinor, currency))
    }

    /// Returns the posting that replaces the estimate of the processor's fee with the exact fee. `minor` is
    /// the exact fee minus the estimate, in minor units.
    static func feeCorrection(of payment: Payment, by minor: Int64) throws(LedgerError) -> Posting {
        try Posting(
            .correction, "fee:\(payment.id)", payment: payment.id, processorFee(minor, payment.total.currency)
        )
    }

    private static func processorFee(_ minor: Int64, _ currency: Currency) -> [LedgerEntry] {
        [
            LedgerEntry(.processorFee, Money(minor, currency)),
            LedgerEntry(.processor, Money(-minor, currency)),
        ]
    }
}
