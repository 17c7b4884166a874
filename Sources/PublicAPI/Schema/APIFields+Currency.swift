package import MoneyKit

extension APIFields {
    /// Returns the value of the `currency` field, or nil if the field was omitted.
    ///
    /// - Throws: ``APIError`` with code `wrongCurrency`.
    package func currency() throws(APIError) -> Currency? {
        guard let code = text("currency") else { return nil }
        guard let currency = try? Currency(code) else {
            throw .field(
                "wrongCurrency", "currency", "is not a supported currency",
                remedy: "Use an ISO 4217 code like \"usd\".")
        }
        return currency
    }
}
