/// A share in hundredths of a percent. For example, 290 is 2.9%.
public struct BasisPoints: Hashable, Sendable {
    /// The number of hundredths of a percent. The value 10,000 is 100%.
    public let rawValue: Int64

    /// Creates a share from a number of hundredths of a percent.
    public init(_ rawValue: Int64) { self.rawValue = rawValue }

    /// Returns this share of an amount, rounded to the nearest minor unit.
    ///
    /// Halves are rounded away from zero. If two amounts differ only in their sign, such as a charge and its
    /// refund, their shares also differ only in their sign. The product is calculated with 128 bits.
    ///
    /// - Throws: ``MoneyError`` with code `overflow` if the share does not fit into `Int64`.
    public func of(_ money: Money) throws(MoneyError) -> Money {
        let share = SignedMagnitude(rawValue)
        let amount = SignedMagnitude(money.minorUnits)
        let whole: UInt64 = 10_000
        let product = amount.magnitude.multipliedFullWidth(by: share.magnitude)
        guard product.high < whole else { throw MoneyError(.overflow, currency: money.currency) }
        let (quotient, remainder) = whole.dividingFullWidth(product)
        let (rounded, overflow) = quotient.addingReportingOverflow(remainder >= whole / 2 ? 1 : 0)
        guard !overflow else { throw MoneyError(.overflow, currency: money.currency) }
        let isNegative = share.isNegative != amount.isNegative
        return try Money(SignedMagnitude(isNegative: isNegative, magnitude: rounded), money.currency)
    }
}

extension BasisPoints: Comparable {
    /// Returns whether the left share is smaller than the right share.
    public static func < (left: BasisPoints, right: BasisPoints) -> Bool { left.rawValue < right.rawValue }
}

extension BasisPoints: Codable {
    /// Decodes the number of hundredths of a percent.
    public init(from decoder: any Decoder) throws {
        self.init(try Int64(from: decoder))
    }

    /// Encodes the number of hundredths of a percent.
    public func encode(to encoder: any Encoder) throws {
        try rawValue.encode(to: encoder)
    }
}

extension BasisPoints {
    /// Parses a typed percentage from 0 to 100 with at most two decimal places, such as `50` or `33.33`.
    /// Returns nil for any other text.
    package init?(percent text: String) {
        guard let match = text.wholeMatch(of: #/([0-9]{1,3})(?:\.([0-9]{1,2}))?/#),
            let whole = Int64(match.1),
            let rest = Int64(((match.2.map { String($0) } ?? "") + "00").prefix(2)),
            whole * 100 + rest <= 10_000
        else { return nil }
        self.init(whole * 100 + rest)
    }

    /// The percentage with only the necessary decimal places and without the percent sign, such as `50` or
    /// `33.33`. The share must not be negative.
    package var percentText: String {
        let (whole, rest) = rawValue.quotientAndRemainder(dividingBy: 100)
        guard rest > 0 else { return String(whole) }
        let digits = rest.isMultiple(of: 10) ? String(rest / 10) : rest < 10 ? "0\(rest)" : String(rest)
        return "\(whole).\(digits)"
    }
}
