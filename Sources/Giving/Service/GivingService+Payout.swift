public import PaymentCore

extension GivingService {
    /// Returns the payout that sent a gift's money to the organization's bank.
    ///
    /// - Returns: The payout. Nil if the money has not been paid out yet, or if the payout cannot be fetched.
    public func knownPayout(of gift: Gift) async throws -> PayeePayout? {
        guard let payment = gift.payment else { return nil }
        do {
            return try await payments.payout(ofPayment: payment)
        } catch is PaymentError {
            return nil
        }
    }
}
