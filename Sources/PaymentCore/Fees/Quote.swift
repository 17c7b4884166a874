public import MoneyKit

/// The amounts that are shown to a payer before the charge.
public struct Quote: Hashable, Sendable, Codable {
    /// The purpose of a line.
    public enum Role: String, Sendable, Codable {
        /// The amount that the payer gives or owes, without fees.
        case base
        /// The amount that the payer adds so that the payee receives the whole `base`.
        case coveredFee = "covered_fee"
        /// The amount that the payer adds for the platform. The payee receives no part of it.
        case surcharge
    }

    /// An amount with its purpose.
    public struct Line: Hashable, Sendable, Codable {
        /// The purpose of the amount in this line.
        public var role: Role
        /// The amount. It is negative for a deduction.
        public var amount: Money

        /// Creates a line. The amount is negative for a deduction.
        public init(_ role: Role, _ amount: Money) {
            self.role = role
            self.amount = amount
        }
    }

    /// The lines, in the order in which they are shown.
    public let lines: [Line]
    /// The charged amount: the sum of the lines.
    public let total: Money
    /// The part of the total that the payee does not receive.
    public let applicationFee: Money

    /// The part of the total that the payee receives.
    public var payeeNet: Money { Money(total.minorUnits - applicationFee.minorUnits, total.currency) }

    /// Returns the sum of the lines with the given role, in minor units.
    public func minorUnits(of role: Role) -> Int64 {
        lines.reduce(0) { $1.role == role ? $0 + $1.amount.minorUnits : $0 }
    }
}

extension Quote {
    /// Creates the quote for `amount` under a fee rule. If `coveringFee` is true, the payer adds the fee, so
    /// that the payee receives at least the whole `amount`.
    ///
    /// - Throws: ``PaymentError`` with code `amountTooLarge`, `feeExceedsAmount` if the payee would receive
    ///   nothing, or `invalidFee` if the fee is negative or the percentages add up to 100% or more.
    public init(of amount: Money, coveringFee: Bool, by rule: FeeRule) throws(PaymentError) {
        _ = try rule.checkedShare()
        let total = coveringFee ? try rule.coveredTotal(of: amount) : amount
        let fee = try rule.applicationFee(of: total)
        guard fee.minorUnits < total.minorUnits || total.minorUnits == 0 else {
            throw PaymentError(.feeExceedsAmount, "the fee for \(total.plainText) would be \(fee.plainText)")
        }
        guard fee.minorUnits >= 0 else {
            throw PaymentError(.invalidFee, "the fee for \(total.plainText) would be \(fee.plainText)")
        }
        let cover = Money(total.minorUnits - amount.minorUnits, amount.currency)
        lines = [Line(.base, amount)] + (cover.minorUnits == 0 ? [] : [Line(.coveredFee, cover)])
        self.total = total
        applicationFee = fee
    }
}
