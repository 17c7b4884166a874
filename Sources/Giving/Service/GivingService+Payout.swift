public import PaymentCore

extension GivingService {
    /// The payout that took a gift's money to the bank.
    ///
    /// - Returns: Nil where there is none yet, and where the processor does not tell: all else about a gift is known without
    ///   it.
    public func knownPayout(of gift: Gift) async throws -> PayeePayout? {
        guard let payment = gift.payment else { return nil }
        do {
            return try await payments.payout(ofPayment: payment)
        } catch is PaymentError {
            return nil
        }
    }
}
