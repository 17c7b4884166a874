import DatabaseKit
import PaymentCore
import TimeKit

extension GivingService {
    /// Retries a declined gift with another card, on the same payment intent.
    ///
    /// - Parameters:
    ///   - id: The gift's id.
    ///   - method: The payment method to charge.
    ///   - client: The client's network address, for the limits on attempts, or nil if unknown.
    ///   - attempt: The number of attempts at the time when the donor was asked for another card. If the
    ///     number has changed since then, for example because of a double click, nothing is charged. If nil,
    ///     the number is not checked.
    ///   - key: The idempotency key, valid for 24 hours. If nil, each call makes an attempt.
    /// - Returns: The gift, even if this card was also declined.
    /// - Throws: ``GivingError`` if the gift was not declined, or with code `idempotencyConflict` if the key
    ///   was used for a different request. `PaymentError` if the fraud guard refuses the attempt, or with
    ///   code `processorRefused` if the processor refuses the request itself.
    public func retry(
        _ id: String, method: String, client: String? = nil, attempt: Int? = nil, key: String? = nil
    ) async throws -> Gift {
        try GiftRequest.check(method: method)
        let asked = key.map {
            AnsweredRequest(
                key: $0, fingerprint: Fingerprint.of(["retry", id, method, client ?? ""]), subject: id,
                time: clock.now())
        }
        let calls = try await database.write { transaction -> [ProcessorCall] in
            if let asked, let open = try transaction.calls(retriedFor: asked) { return open }
            let gift = try transaction.existingGift(id)
            if let attempt, try gift.payment.flatMap({ try transaction.payment($0) })?.attempts != attempt {
                return []
            }
            guard gift.status == .failed, let payment = gift.payment, gift.paymentIntent != nil,
                let giver = gift.giver
            else { throw GivingError(.wrongState, "a gift that \(gift.status.words)") }
            let call = try payments.retry(
                payment, method: method, payer: giver.payer(from: client), in: transaction)
            if let asked { try transaction.save(asked) }
            return [call]
        }
        // Only the last refusal matters, because each earlier one was followed by another attempt.
        if let refusal = try await payments.executeTolerantly(calls), refusal.code == .processorRefused {
            throw refusal
        }
        return try await database.read { transaction in
            let gift = try transaction.existingGift(id)
            // A repeated call must again report the refusal of the request, not a declined card.
            if gift.status == .failed, let code = try transaction.requestRefusal(of: gift) {
                throw PaymentError(.processorRefused, "the failure code is \(code)")
            }
            return gift
        }
    }
}

extension Transaction {
    /// Returns the open calls of the gift that was retried with this key. Returns nil if the key is new.
    fileprivate func calls(retriedFor asked: AnsweredRequest) throws -> [ProcessorCall]? {
        guard try earlier(asked) != nil else { return nil }
        return try gift(asked.subject)?.payment.map { try calls(about: $0) } ?? []
    }
}
