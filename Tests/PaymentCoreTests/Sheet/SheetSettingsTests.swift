import PaymentCore
import Testing

/// The settings that a payment sheet needs before it opens.
@Suite struct SheetSettingsTests {
    // B3-32
    @Test(
        "the sheet returns only to an HTTPS address or an app",
        arguments: [
            ("https://example.org/back", true), ("moves-app://stripe-redirect", true),
            ("http://example.org", false), ("javascript://x", false), ("https://", false), ("back", false),
            ("https://a b.org", false), ("https://me@example.org/", false), ("1a://x", false),
        ])
    func sheet(returnURL: String, isGood: Bool) {
        let merchant = PaymentRequest.Merchant(
            identifier: "merchant.org.moves", name: "Moves", countryCode: "US")
        let sheet = try? SheetSettings(for: merchant, returnURL: returnURL)
        #expect(sheet?.returnURL == (isGood ? returnURL : nil))
    }

    // B3-32
    @Test(
        "refuses a sheet without a name, a merchant or a valid country",
        arguments: [
            (" ", "merchant.x", "US", "enter a display name"),
            ("Moves", "merchant.", "US", "use a merchant id such as merchant.org.example"),
            ("Moves", "merchant.x", "us", "use a country code such as US"),
        ])
    func sheetParts(name: String, merchant: String, country: String, remedy: String) {
        let merchant = PaymentRequest.Merchant(identifier: merchant, name: name, countryCode: country)
        let error = #expect(throws: PaymentError.self) {
            try SheetSettings(for: merchant, returnURL: "https://example.org")
        }
        #expect(error?.code == .wrongState && error?.remedy == remedy)
    }
}
