public import PaymentCore

extension BookingQuote {
    /// Returns the request for a wallet's payment sheet, with the title, the price and the payee's name.
    ///
    /// - Parameters:
    ///   - payee: The payee's name, which is shown next to the total.
    ///   - merchant: The merchant identifier that is registered with Apple.
    ///   - country: The ISO 3166-1 code of the country where the payment is processed.
    public func paymentRequest(
        to payee: String, merchant: String = PaymentRequest.Merchant.standardIdentifier,
        country: String = "US"
    ) -> PaymentRequest {
        PaymentRequest(
            quote, for: request.title,
            to: PaymentRequest.Merchant(identifier: merchant, name: payee, countryCode: country))
    }
}
