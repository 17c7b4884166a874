public import PaymentCore

extension GivingReview {
    /// Returns the payment request for the wallet's payment sheet, with the amounts of this review.
    ///
    /// - Parameters:
    ///   - merchant: The merchant identifier registered with Apple.
    ///   - recurring: The monthly charges (see ``recurringRequest(managedAt:)``), or nil for a one-time gift.
    public func paymentRequest(merchant: String, recurring: RecurringPaymentRequest? = nil) -> PaymentRequest
    {
        PaymentRequest(
            quote, for: "Gift for \(fund.name)",
            to: PaymentRequest.Merchant(
                identifier: merchant, name: organization.displayName, countryCode: organization.country),
            recurring: recurring)
    }

    /// Returns the recurring payment request of a monthly gift, or nil for a one-time gift.
    ///
    /// - Parameter url: The `https` URL where the donor can change or cancel the gift.
    /// - Throws: `PaymentError` if the URL's scheme is not `https`.
    public func recurringRequest(managedAt url: String) throws(PaymentError) -> RecurringPaymentRequest? {
        guard isMonthly else { return nil }
        return try RecurringPaymentRequest(
            monthly: quote, described: "Monthly gift to \(organization.displayName)", from: first,
            managedAt: url)
    }
}
