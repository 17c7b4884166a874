import Foundation
import MoneyKit

/// Two-letter ISO 3166 country codes.
enum CountryCode {
    /// The code for an unknown country. Receipts with this code use wording that is correct in every country.
    static let unknown = "ZZ"

    /// Returns the code in upper case, or nil if the text is not a valid country code. `UK` is accepted for
    /// `GB`.
    static func checked(_ text: String) -> String? {
        let code = text.uppercased() == "UK" ? "GB" : text.uppercased()
        let isCode =
            code.utf8.count == 2
            && code.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
        guard isCode, !notCountries.contains(code), Locale.Region(code).isISORegion else { return nil }
        return code
    }

    /// Returns the country of a currency: the first two letters of the currency's ISO 4217 code. Returns
    /// ``unknown`` if these letters are not a country, as for the euro.
    static func ofCurrency(_ currency: Currency) -> String {
        checked(String(currency.code.prefix(2))) ?? unknown
    }

    /// CLDR region codes that are not countries.
    private static let notCountries: Set = ["EU", "EZ", "QO", "UN", "XA", "XB"]
}
