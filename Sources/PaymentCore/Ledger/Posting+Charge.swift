import MoneyKit

extension Posting {
    /// Returns the posting for a charge. The payee's share is the total minus the application fee. The form
    /// of the charge determines the account for this share. The posting also includes the processor's fee.
    ///
    /// Source: Stripe documentation, "Destination charges"; "Create separate charges and transfers".
    static func charge(_ payment: Payment) throws(LedgerError) -> Posting {
        let total = payment.total.minorUnits
        let fee = payment.applicationFeeMinor
        let surcharge = payment.quote.minorUnits(of: .surcharge)
        let rounding = fee - payment.quote.applicationFee.minorUnits
        return try Posting(
            .charge, payment.id, payment: payment.id, in: payment.total.currency,
            [
                (.processor, total), (payment.form.share(of: payment.id), fee - total),
                (.feeRevenue, rounding + surcharge - fee), (.surchargeRevenue, -surcharge),
                (.roundingRevenue, -rounding), (.processorFee, payment.processorFeeMinor),
                (.processor, -payment.processorFeeMinor),
            ])
    }

    /// Returns the posting that replaces the estimate of the processor's fee with the exact fee. `minor` is
    /// the exact fee minus the estimate, in minor units.
    static func feeCorrection(of payment: Payment, by minor: Int64) throws(LedgerError) -> Posting {
        try move(
            .correction, "fee:\(payment.id)", payment: payment.id, minor, payment.total.currency,
            from: .processor, to: .processorFee)
    }
}
