import MoneyKit

/// Amounts as people read them.
enum AmountText {
    /// `50.00 USD`
    static func of(_ minorUnits: Int64, _ currency: Currency) -> String {
        "\(Money(minorUnits, currency).plainText) \(currency.code.uppercased())"
    }
}
