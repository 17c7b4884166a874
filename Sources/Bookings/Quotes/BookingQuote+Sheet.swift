public import PaymentCore

extension BookingQuote {
    /// The request that a wallet shows for this quote: its title, its price, and the payee who is paid.
    ///
    /// - Parameters:
    ///   - payee: The payee's name, shown at the total.
    ///   - merchant: The identifier registered with Apple.
    ///   - country: Where the payment is processed, by ISO 3166-1.
    public func paymentRequest(
        to payee: String, merchant: String = PaymentRequest.Merchant.standardIdentifier,
        country: String = "US"
    ) -> PaymentRequest {
        PaymentRequest(
            quote, for: request.title,
            to: PaymentRequest.Merchant(identifier: merchant, name: payee, countryCode: country))
    }
}
