/// A currency that money is given, charged and booked in.
///
/// The table holds the national currencies of ISO 4217 as of January 2026: no metals, no test codes, no units of
/// account, nothing with four digits. Amounts are counted as the payment processor counts them, so that nothing is
/// scaled on the way to it; that differs from ISO in three places, see ``fractionDigits``.
public struct Currency: Hashable, Sendable {
    /// The code of ISO 4217 in small letters, as the processor writes it: `usd`.
    public let code: String

    /// How many decimal digits the minor unit is: 0, 2 or 3.
    ///
    /// ISO 4217, but where Stripe counts otherwise (docs.stripe.com/currencies, "Zero-decimal currencies" and "Special
    /// cases"): `mga` has 0 and not 2, `isk` and `ugx` have 2 and not 0.
    public let fractionDigits: Int

    init(code: String, fractionDigits: Int) {
        self.code = code
        self.fractionDigits = fractionDigits
    }

    /// The currency of a code, in small letters or capitals.
    ///
    /// - Throws: `unknownCurrency` when the table does not hold it.
    public init(_ code: String) throws(MoneyError) {
        // Three octets before anything is lowercased: the Kelvin sign would become a k.
        guard code.utf8.count == 3, let currency = Self.byCode[code.lowercased()] else {
            throw MoneyError(.unknownCurrency, found: code)
        }
        self = currency
    }

    /// The least step of an amount that the processor charges, in minor units.
    ///
    /// 10 where there are three digits and 100 for `isk` and `ugx`, whose last digits must be zeros
    /// (docs.stripe.com/currencies, "Three-decimal currencies" and "Special cases"); else 1.
    public var chargeStep: Int64 {
        switch code {
        case "isk", "ugx": 100
        default: fractionDigits == 3 ? 10 : 1
        }
    }
}

extension Currency: CustomStringConvertible {
    /// The code in capitals, as people read it: `USD`.
    public var description: String { code.uppercased() }
}

extension Currency: Codable {
    /// The currency of a code.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let code = try container.decode(String.self)
        guard let currency = try? Currency(code) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: MoneyError(.unknownCurrency, found: code).summary)
        }
        self = currency
    }

    /// The code in small letters.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(code)
    }
}
