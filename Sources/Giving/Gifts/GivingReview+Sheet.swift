public import PaymentCore

extension GivingReview {
    /// Returns the request with which a wallet shows this review.
    ///
    /// - Parameters:
    ///   - merchant: The identifier registered with Apple.
    ///   - recurring: The monthly charges; see ``recurringRequest(managedAt:)``.
    public func paymentRequest(merchant: String, recurring: RecurringPaymentRequest? = nil) -> PaymentRequest
    {
        PaymentRequest(
            quote, for: "Gift for \(fund.name)",
            to: PaymentRequest.Merchant(
                identifier: merchant, name: organization.displayName, countryCode: organization.country),
            recurring: recurring)
    }

    /// Returns the wallet's description of the monthly charges, or nil for a one-time gift.
    ///
    /// - Parameter url: The https URL of the page on which the donor changes or cancels the gift.
    /// - Throws: ``PaymentError`` if the URL is not an https URL.
    public func recurringRequest(managedAt url: String) throws(PaymentError) -> RecurringPaymentRequest? {
        guard isMonthly else { return nil }
        return try RecurringPaymentRequest(
            monthly: quote, described: "Monthly gift to \(organization.displayName)", from: first,
            managedAt: url)
    }
}
