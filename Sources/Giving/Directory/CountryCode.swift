import Foundation
import MoneyKit

/// Countries by two letters of ISO 3166.
enum CountryCode {
    /// Where no country is known: receipts then use words that are true everywhere.
    static let unknown = "ZZ"

    /// The code in capitals; nil where there is no such country. `UK` is read as `GB`.
    static func checked(_ text: String) -> String? {
        let code = text.uppercased() == "UK" ? "GB" : text.uppercased()
        let isCode =
            code.utf8.count == 2
            && code.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
        guard isCode, !notCountries.contains(code), Locale.Region(code).isISORegion else { return nil }
        return code
    }

    /// The country that a currency belongs to: the first two letters of ISO 4217 say so, unless several share it.
    static func ofCurrency(_ currency: Currency) -> String {
        checked(String(currency.code.prefix(2))) ?? unknown
    }

    /// Regions that CLDR knows beside the countries.
    private static let notCountries: Set = ["EU", "EZ", "QO", "UN", "XA", "XB"]
}
