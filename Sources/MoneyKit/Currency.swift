/// A supported currency.
///
/// The supported currencies are the national currencies in ISO 4217 as of January 2026. Metals, test codes,
/// units of account and currencies with four decimal digits are not supported. Amounts are in the payment
/// processor's minor units, so they can be sent without conversion. These units differ from ISO 4217 for
/// three currencies (see ``fractionDigits``).
public struct Currency: Hashable, Sendable {
    /// The ISO 4217 code in lower case, as the processor writes it, such as `usd`.
    public let code: String

    /// The number of decimal places of an amount: 0, 2 or 3.
    ///
    /// The values follow ISO 4217, except for three currencies that Stripe treats differently
    /// (docs.stripe.com/currencies, "Zero-decimal currencies" and "Special cases"). `mga` has 0 decimal
    /// places instead of 2. `isk` and `ugx` have 2 decimal places instead of 0.
    public let fractionDigits: Int

    /// The smallest possible difference between two chargeable amounts, in minor units.
    ///
    /// It is 10 for currencies with three decimal places. It is 100 for `isk` and `ugx`, whose amounts must
    /// have zeros in both decimal places (docs.stripe.com/currencies, "Three-decimal currencies" and "Special
    /// cases"). It is 1 for all other currencies.
    public var chargeStep: Int64 {
        switch code {
        case "isk", "ugx": 100
        default: fractionDigits == 3 ? 10 : 1
        }
    }
}

extension Currency {
    /// Creates the currency with this code, which can be in lower or upper case.
    ///
    /// - Throws: ``MoneyError`` with code `unknownCurrency` if no supported currency has this code.
    public init(_ code: String) throws(MoneyError) {
        // The length is checked before the conversion to lower case, which would turn the Kelvin sign into a k.
        guard code.utf8.count == 3, let currency = Self.byCode[code.lowercased()] else {
            throw MoneyError(.unknownCurrency, found: code)
        }
        self = currency
    }
}

extension Currency: CustomStringConvertible {
    /// The code in upper case for display, such as `USD`.
    public var description: String { code.uppercased() }
}

extension Currency: Codable {
    /// Decodes a currency code, which can be in lower or upper case.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let code = try container.decode(String.self)
        guard let currency = try? Currency(code) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: MoneyError(.unknownCurrency, found: code).summary)
        }
        self = currency
    }

    /// Encodes the code in lower case.
    public func encode(to encoder: any Encoder) throws {
        try code.encode(to: encoder)
    }
}
