public import MoneyKit

/// A product's fee rule: a share of the base that is deducted from the payee, and a share that the payer adds.
///
/// The processor's fee is the platform's own expense. Of 50,000 at 500 and 0 basis points, the payee receives 47,500.
/// At 500 and 500, the payer pays 52,500: the payee receives 47,500, and the platform a fee of 2,500 and a surcharge of
/// 2,500.
public struct ProductFee: Hashable, Sendable, Codable {
    /// The share of the base that is deducted from the payee, rounded half up.
    public var payee: BasisPoints
    /// The share of the base that the payer adds as a surcharge, rounded half up.
    public var payer: BasisPoints

    /// Creates a rule. The default rule takes nothing.
    public init(payee: BasisPoints = BasisPoints(0), payer: BasisPoints = BasisPoints(0)) {
        self.payee = payee
        self.payer = payer
    }
}

extension Quote {
    /// Creates the quote of `amount` under a product's rule.
    ///
    /// - Throws: ``PaymentError`` with code `amountTooLarge`, or `feeExceedsAmount` if nothing would be left for the
    ///   payee.
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
                .feeExceedsAmount,
                "after the fee for \(amount.plainText), \(payeeNet.plainText) would be left")
        }
    }
}
