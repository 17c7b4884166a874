public import MoneyKit

/// Which amounts are charged at once.
///
/// Source: Stripe documentation, "Supported currencies", "Minimum and maximum charge amounts".
public enum ChargeLimits {
    /// Eight digits, in minor units. So no product of two amounts leaves 64 bits.
    public static let most: Int64 = 99_999_999

    /// The least charge in minor units; 50 where Stripe names none.
    public static func least(in currency: Currency) -> Int64 {
        switch currency.code {
        case "gbp": 30
        case "aed", "pln", "ron": 200
        case "bgn": 100
        case "czk": 1500
        case "dkk": 250
        case "hkd": 400
        case "huf": 17_500
        case "mxn", "thb": 1000
        case "myr": 200
        case "nok", "sek": 300
        default: 50
        }
    }
}
