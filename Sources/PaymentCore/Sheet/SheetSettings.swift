/// The settings for payment sheets: the merchant, and the URL to which the payer returns from a bank's page.
public struct SheetSettings: Hashable, Sendable {
    /// The merchant: the name shown in the sheet, the country and the merchant identifier.
    public let merchant: PaymentRequest.Merchant
    /// The URL to which the payer returns from a bank's page. Its scheme is `https` or a custom scheme that
    /// opens the app.
    public let returnURL: String

    /// Creates settings.
    ///
    /// - Throws: ``PaymentError`` with code `wrongState` if a value is invalid. The error's reason names the
    ///   value.
    public init(for merchant: PaymentRequest.Merchant, returnURL: String) throws(PaymentError) {
        guard merchant.name.contains(where: { !$0.isWhitespace }) else {
            throw PaymentError(
                .wrongState, "the display name must not be empty", remedy: "enter a display name")
        }
        guard merchant.identifier.hasPrefix("merchant."), merchant.identifier.count > 9 else {
            throw PaymentError(
                .wrongState, "the merchant id must be \"merchant.\" followed by a name",
                remedy: "use a merchant id such as merchant.org.example")
        }
        let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
        let country = merchant.countryCode.utf8
        guard country.count == 2, country.allSatisfy(capitals.contains) else {
            throw PaymentError(
                .wrongState, "the country code must be two capital letters",
                remedy: "use a country code such as US")
        }
        guard Self.isReturnURL(returnURL) else {
            throw PaymentError(
                .wrongState,
                "the return URL must have a host, no user name, and either the https scheme "
                    + "or the app's own scheme",
                remedy: "use a return URL such as https://example.org/done")
        }
        self.merchant = merchant
        self.returnURL = returnURL
    }

    /// Returns whether a string is a URL to which a payer can be redirected. The URL needs a scheme and a
    /// host, and must not contain credentials. The schemes `http`, `file`, `javascript` and `data` are not
    /// accepted.
    public static func isReturnURL(_ text: String) -> Bool {
        guard let range = text.firstRange(of: "://"), text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            return false
        }
        let scheme = text[..<range.lowerBound].lowercased()
        let host = text[range.upperBound...].prefix { !"/?#".contains($0) }
        let isScheme =
            scheme.first?.isLetter == true
            && scheme.allSatisfy { $0.isLetter || $0.isNumber || "+-.".contains($0) }
        return isScheme && !["http", "file", "javascript", "data"].contains(scheme) && !host.isEmpty
            && !host.contains("@")
    }
}
