/// What the payment sheet is told before it opens.
public struct SheetSettings: Hashable, Sendable {
    /// Who is paid, as the payer reads it.
    public let displayName: String
    /// The wallet's name for it: `merchant.org.example`.
    public let merchantID: String
    /// ISO 3166, two capital letters.
    public let country: String
    /// Where a bank's page leads back to: `https`, or a scheme of the app's own.
    public let returnURL: String

    /// Settings of these parts.
    ///
    /// - Throws: ``BookingError`` with code `invalid` and the part that is wrong.
    public init(displayName: String, merchantID: String, country: String = "US", returnURL: String)
        throws(BookingError)
    {
        guard displayName.contains(where: { !$0.isWhitespace }) else {
            throw BookingError(.invalid, "the display name is empty")
        }
        guard merchantID.hasPrefix("merchant."), merchantID.count > 9 else {
            throw BookingError(.invalid, "the merchant id does not begin with merchant.")
        }
        let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
        guard country.utf8.count == 2, country.utf8.allSatisfy(capitals.contains) else {
            throw BookingError(.invalid, "the country is not two capital letters")
        }
        guard Self.isReturnURL(returnURL) else {
            throw BookingError(.invalid, "the return URL has no scheme that leads back safely, or no host")
        }
        self.displayName = displayName
        self.merchantID = merchantID
        self.country = country
        self.returnURL = returnURL
    }

    /// A scheme, `://` and a host. Plain `http` and schemes that run scripts or open files lead nowhere.
    private static func isReturnURL(_ text: String) -> Bool {
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
