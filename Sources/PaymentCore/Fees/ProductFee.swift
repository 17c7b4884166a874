public import MoneyKit

/// A product's fee rule. The payee receives the base amount minus the share `payee`, and the payer pays the
/// base amount plus the share `payer`.
///
/// The platform bears the processor's fee. For example, with a base amount of 50,000 and `payee` at 5%, the
/// payee receives 47,500. If `payer` is also 5%, the payer pays 52,500, the payee still receives 47,500, and
/// the platform receives a fee of 2,500 and a surcharge of 2,500.
public struct ProductFee: Hashable, Sendable, Codable {
    /// The share of the base amount that the payee does not receive. The resulting amount is rounded half up.
    public var payee: BasisPoints
    /// The share of the base amount that the payer adds as a surcharge, rounded half up.
    public var payer: BasisPoints

    /// Creates a rule. By default, nothing is deducted or added.
    public init(payee: BasisPoints = BasisPoints(0), payer: BasisPoints = BasisPoints(0)) {
        self.payee = payee
        self.payer = payer
    }
}

extension Quote {
    /// Creates the quote for `amount` under a product's fee rule.
    ///
    /// - Throws: ``PaymentError`` with code `amountTooLarge`, `feeExceedsAmount` if the payee would receive
    ///   nothing, or `invalidFee` if a share is negative or the payee's share is 100% or more.
    public init(of amount: Money, by rule: ProductFee) throws(PaymentError) {
        guard rule.payee.rawValue >= 0, rule.payer.rawValue >= 0 else {
            throw PaymentError(.invalidFee, "the fee is less than 0%", remedy: "raise the fee")
        }
        guard rule.payee.rawValue < 10_000 else {
            throw PaymentError(.invalidFee, "the fee is 100% or more", remedy: "lower the fee")
        }
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
                "the payee would receive nothing from \(amount.plainText) after the fee")
        }
    }
}
