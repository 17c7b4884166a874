public import PaymentCore

extension GivingReview {
    /// What a wallet's sheet is asked for.
    ///
    /// - Parameters:
    ///   - merchant: As it is registered with Apple.
    ///   - recurring: What comes again; see ``recurringRequest(managedAt:)``.
    public func paymentRequest(merchant: String, recurring: RecurringPaymentRequest? = nil) -> PaymentRequest
    {
        PaymentRequest(
            quote, for: "Gift for \(fund.name)",
            to: PaymentRequest.Merchant(
                identifier: merchant, name: organization.displayName, countryCode: organization.country),
            recurring: recurring)
    }

    /// What the sheet says of a gift that comes every month; nil for one that is given once.
    ///
    /// - Parameter url: Where it is changed and stopped, by `https`.
    /// - Throws: ``PaymentError`` where the URL is none by `https`.
    public func recurringRequest(managedAt url: String) throws(PaymentError) -> RecurringPaymentRequest? {
        guard isMonthly else { return nil }
        return try RecurringPaymentRequest(
            monthly: quote, described: "Monthly gift to \(organization.displayName)", from: first,
            managedAt: url)
    }
}
