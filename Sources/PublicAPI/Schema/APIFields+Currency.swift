package import MoneyKit

extension APIFields {
    /// What stands under `currency`; nil where nothing does.
    ///
    /// - Throws: ``APIError`` with code `wrongCurrency`.
    package func currency() throws(APIError) -> Currency? {
        guard let code = text("currency") else { return nil }
        guard let currency = try? Currency(code) else {
            throw .field("wrongCurrency", "currency", "is no currency", remedy: "Give \"usd\".")
        }
        return currency
    }
}
