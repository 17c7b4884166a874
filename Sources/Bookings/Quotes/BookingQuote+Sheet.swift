public import PaymentCore

extension BookingQuote {
    /// Returns a wallet's payment request for this quote, with the title, the price and the payee.
    ///
    /// - Parameters:
    ///   - payee: The payee's name, which is shown next to the total.
    ///   - merchant: The identifier registered with Apple.
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
