public import MoneyKit

/// What a payer is shown and charged: the same value.
public struct Quote: Hashable, Sendable, Codable {
    /// What a line is for.
    public enum Role: String, Hashable, Sendable, Codable {
        /// What is owed or given.
        case base
        /// What the payer adds so that the payee gets `base` whole.
        case coveredFee = "covered_fee"
        /// What the payer adds for the platform: none of it is the payee's.
        case surcharge
    }

    /// One signed line.
    public struct Line: Hashable, Sendable, Codable {
        /// What it is for.
        public var role: Role
        /// How much.
        public var amount: Money

        /// A line.
        public init(_ role: Role, _ amount: Money) {
            self.role = role
            self.amount = amount
        }
    }

    /// In the order in which they are shown.
    public let lines: [Line]
    /// Their sum: what is charged.
    public let total: Money
    /// What does not reach the payee.
    public let applicationFee: Money

    /// What reaches the payee.
    public var payeeNet: Money { Money(total.minorUnits - applicationFee.minorUnits, total.currency) }

    /// The sum of the lines of one role.
    public func minorUnits(of role: Role) -> Int64 {
        lines.reduce(0) { $1.role == role ? $0 + $1.amount.minorUnits : $0 }
    }

    /// The quote of `amount` by a rule of fees.
    ///
    /// - Parameter coveringFee: The payer adds what makes the payee's net equal to `amount`.
    /// - Throws: `amountTooLarge`; `feeExceedsAmount` where nothing would be left for the payee.
    public init(of amount: Money, coveringFee: Bool, by rule: FeeRule) throws(PaymentError) {
        let total = coveringFee ? try rule.coveredTotal(of: amount) : amount
        let fee = try rule.applicationFee(of: total)
        guard fee.minorUnits < total.minorUnits || total.minorUnits == 0 else {
            throw PaymentError(.feeExceedsAmount, "the fee for \(total.plainText) would be \(fee.plainText)")
        }
        let cover = Money(total.minorUnits - amount.minorUnits, amount.currency)
        lines = [Line(.base, amount)] + (cover.minorUnits == 0 ? [] : [Line(.coveredFee, cover)])
        self.total = total
        applicationFee = fee
    }

    /// A quote of lines that are known already: what a period of a schedule came to.
    init(lines: [Line], total: Money, applicationFee: Money) {
        self.lines = lines
        self.total = total
        self.applicationFee = applicationFee
    }
}
