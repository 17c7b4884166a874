public import PaymentCore

extension Contract {
    /// Returns the request for a wallet's payment sheet, with the amounts and the title of an installment.
    /// Returns nil if the contract does not have an installment with this number.
    ///
    /// - Parameter merchant: The merchant identifier that is registered with Apple.
    public func paymentRequest(
        for number: Int, merchant: String = PaymentRequest.Merchant.standardIdentifier
    ) throws(PaymentError) -> PaymentRequest? {
        guard let instalment = instalment(number) else { return nil }
        let milestone = terms.structure.milestones.dropFirst(number - 1).first
        return PaymentRequest(
            try terms.quote(of: instalment.amount), for: milestone?.title ?? terms.title,
            to: PaymentRequest.Merchant(identifier: merchant, name: terms.payeeName, countryCode: "US"))
    }
}
