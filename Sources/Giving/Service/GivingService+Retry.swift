import DatabaseKit
import PaymentCore
import TimeKit

extension GivingService {
    /// Tries a declined gift with another card: at most five times in all, on the same intent.
    ///
    /// - Parameters:
    ///   - attempt: How often it had been tried when the donor was asked for another card; where that is no longer so,
    ///     somebody was faster (a double click), and nothing is tried. Nil tries in any case.
    ///   - key: Asked again under the same key within 24 hours no card is tried another time; nil tries each time.
    /// - Returns: The gift, also when this card was declined too.
    /// - Throws: ``GivingError`` for what was not declined once; `PaymentError` when the guard lets no card through,
    ///   and `processorRefused` for a method that does not exist; `idempotencyConflict` where the key did something else.
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
        // The last refusal counts: what was asked before it has been followed by another try.
        if let refusal = try await payments.executeTolerantly(calls), refusal.code == .processorRefused {
            throw refusal
        }
        return try await database.read { transaction in
            let gift = try transaction.existingGift(id)
            // Asked again, a request that was refused is no card that was declined.
            if gift.status == .failed, let code = try transaction.requestRefusal(of: gift) {
                throw PaymentError(.processorRefused, code)
            }
            return gift
        }
    }
}

extension Transaction {
    /// What is open of the gift that was tried under this key; nil for a new key.
    fileprivate func calls(retriedFor asked: AnsweredRequest) throws -> [ProcessorCall]? {
        let since = asked.time.adding(seconds: -AnsweredRequest.memory)
        guard let earlier = try request(asked.key, since: since) else { return nil }
        guard earlier.fingerprint == asked.fingerprint else { throw GivingError(.idempotencyConflict) }
        return try gift(asked.subject)?.payment.map { try calls(about: $0) } ?? []
    }
}
