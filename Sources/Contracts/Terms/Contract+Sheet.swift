public import PaymentCore

extension Contract {
    /// What a wallet's sheet is asked for, to pay the instalment of this number; nil where there is none.
    ///
    /// - Parameter merchant: As it is registered with Apple.
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
