public import PaymentCore

extension GivingService {
    /// Returns the payout that transferred a gift's money to the bank.
    ///
    /// - Returns: The payout, or nil if the money was not paid out yet. It is also nil if the processor does not
    ///   respond, because a gift can be shown without its payout.
    public func knownPayout(of gift: Gift) async throws -> PayeePayout? {
        guard let payment = gift.payment else { return nil }
        do {
            return try await payments.payout(ofPayment: payment)
        } catch is PaymentError {
            return nil
        }
    }
}
