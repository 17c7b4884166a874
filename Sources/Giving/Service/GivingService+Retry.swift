import PaymentCore

extension GivingService {
    /// Tries a declined gift with another card: at most five times in all, on the same intent.
    ///
    /// - Parameter attempt: How often it had been tried when the donor was asked for another card; where that is no
    ///   longer so, somebody was faster (a double click), and nothing is tried. Nil tries in any case.
    /// - Returns: The gift, also when this card was declined too.
    /// - Throws: ``GivingError`` for what was not declined once; `PaymentError` when the guard lets no card through, and
    ///   `processorRefused` for a method that does not exist.
    public func retry(
        _ id: String, method: String, client: String? = nil, attempt: Int? = nil
    ) async throws -> Gift {
        if CardNumber.stands(in: method) { throw GivingError(.cardNumber) }
        let call = try await units.write { unit -> ProcessorCall? in
            guard let gift = try unit.gift(id) else { throw GivingError(.notFound, "gift \(id.prefix(40))") }
            if let attempt, try gift.payment.flatMap({ try unit.payment($0) })?.attempts != attempt {
                return nil
            }
            guard gift.status == .failed, let payment = gift.payment, gift.paymentIntent != nil,
                let giver = gift.giver
            else { throw GivingError(.wrongState, "a gift that \(gift.status.words)") }
            return try payments.retry(
                payment, method: method, payer: giver.payer(from: client), in: unit)
        }
        if let call, let refusal = try await carryOn(call), refusal.code == .processorRefused {
            throw refusal
        }
        guard let gift = try await units.read({ try $0.gift(id) }) else {
            throw GivingError(.notFound, "gift \(id.prefix(40))")
        }
        return gift
    }
}
