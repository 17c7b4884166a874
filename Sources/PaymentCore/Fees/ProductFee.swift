public import MoneyKit

/// Who bears the platform's fee of a product: a share of the base that the payee leaves, and one that the payer adds.
///
/// What the processor takes is the platform's own expense here. 50,000 at 500 and 0 basis points: the payee gets 47,500
/// of 50,000; at 500 and 500 it gets 47,500 of 52,500, of which 2,500 are the fee and 2,500 the surcharge.
public struct ProductFee: Hashable, Sendable, Codable {
    /// What the payee leaves of the base, half up; it gets the rest.
    public var payee: BasisPoints
    /// What the payer adds to the base, half up: the surcharge.
    public var payer: BasisPoints

    /// A rule of these parts.
    public init(payee: BasisPoints = BasisPoints(0), payer: BasisPoints = BasisPoints(0)) {
        self.payee = payee
        self.payer = payer
    }
}

extension Quote {
    /// The quote of `amount` by a product's rule.
    ///
    /// - Throws: `amountTooLarge`; `feeExceedsAmount` where nothing would be left for the payee.
    public init(of amount: Money, by rule: ProductFee) throws(PaymentError) {
        let (surcharge, total, kept): (Money, Money, Money)
        do {
            surcharge = try rule.payer.of(amount)
            total = try amount.adding(surcharge)
            kept = try rule.payee.of(amount).adding(surcharge)
        } catch {
            throw PaymentError(.amountTooLarge)
        }
        let added = surcharge.minorUnits == 0 ? [] : [Line(.surcharge, surcharge)]
        self.init(lines: [Line(.base, amount)] + added, total: total, applicationFee: kept)
        guard payeeNet.minorUnits > 0 || total.minorUnits == 0 else {
            throw PaymentError(
                .feeExceedsAmount, "the fee of \(amount.plainText) would leave \(payeeNet.plainText)")
        }
    }
}
