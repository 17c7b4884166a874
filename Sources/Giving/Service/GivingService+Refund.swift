import DatabaseKit
import MoneyKit
import PaymentCore
public import TimeKit

extension GivingService {
    /// Refunds a gift, fully or in part.
    ///
    /// - Parameters:
    ///   - id: The gift's id.
    ///   - amount: The amount as typed, in the gift's currency, or nil for the whole remaining amount.
    ///   - reason: `duplicate`, `fraudulent` or `requested_by_customer`, or nil.
    ///   - key: The idempotency key, valid for 24 hours. If nil, each call makes a new refund.
    /// - Throws: ``GivingError``, with code `idempotencyConflict` if the key was used for a different refund;
    ///   `PaymentError` with code `wrongState`, `refundTooLarge`, `processorRefused` or `outcomeUnknown`.
    public func refund(
        _ id: String, amount: String?, reason: String?, key: String? = nil
    ) async throws -> Gift {
        let asked = key.map {
            AnsweredRequest(
                key: $0, fingerprint: Fingerprint.of(["refund", id, amount ?? "", reason ?? ""]), subject: "",
                time: clock.now())
        }
        // If money was refunded directly at the processor in the meantime, only the rest can be refunded.
        if let payment = try await database.read({ try $0.gift(id)?.payment }) {
            try await payments.noticeReturns(of: payment)
        }
        let (payment, refund, calls) = try await database.write {
            transaction -> (String, String, [ProcessorCall]) in
            if let asked, let earlier = try transaction.refund(askedFor: asked) { return earlier }
            let gift = try transaction.existingGift(id)
            guard let payment = gift.payment, gift.paidAt != nil else {
                throw GivingError(.wrongState, "a gift that \(gift.status.words)")
            }
            let minor = try amount.map { try gift.minorUnits(of: $0) }
            transaction.changed(gift.id, of: gift.organization)
            let (refund, call) = try payments.beginRefund(
                of: payment, amountMinor: minor, reason: reason, in: transaction)
            if var asked {
                asked.subject = refund.id
                try transaction.save(asked)
            }
            return (payment, refund.id, [call])
        }
        for call in calls { try await execute(call, of: refund) }
        return try await settled(id, of: payment)
    }

    /// Refunds a gift in full, at its donor's request, within a given time after the payment.
    ///
    /// A repeated call refunds nothing more.
    ///
    /// - Parameters:
    ///   - id: The gift's id.
    ///   - donor: The id of the donor who made the gift.
    ///   - seconds: The number of seconds after the payment during which the donor can take the gift back; at
    ///     most a day.
    /// - Throws: ``GivingError`` with code `notFound` if the gift does not exist or belongs to another donor,
    ///   or `wrongState` if the time has passed or the gift is unpaid, refunded or disputed; the
    ///   `PaymentError` of ``refund(_:amount:reason:key:)``.
    public func takeBack(_ id: String, of donor: String, within seconds: Int64) async throws -> Gift {
        let (now, key) = (clock.now(), "takeback:\(id)")
        try await database.read { transaction in
            guard let gift = try transaction.gift(id), gift.donor == donor else {
                throw GivingError(.notFound, "gift \(id.prefix(40))")
            }
            let earliest = now.adding(seconds: -AnsweredRequest.memory)
            if try transaction.request(key, since: earliest) != nil { return }
            guard let end = gift.goesBack(until: seconds) else {
                throw GivingError(.wrongState, "a gift that \(gift.status.words)")
            }
            guard now < end else {
                throw GivingError(
                    .wrongState, "a gift that \(gift.status.words)",
                    wanted: "the \(seconds / 60)-minute period for a refund has ended")
            }
        }
        return try await refund(id, amount: nil, reason: "requested_by_customer", key: key)
    }

    /// Returns the time until which the donor can take a gift back. Returns nil if the deadline has passed, or if
    /// the gift is unpaid, refunded or disputed.
    public func goesBack(_ gift: Gift, within seconds: Int64) -> Timestamp? {
        gift.goesBack(until: seconds).flatMap { clock.now() < $0 ? $0 : nil }
    }

    /// Tries to collect the payee's debts after a refund, and returns the updated gift.
    private func settled(_ id: String, of payment: String) async throws -> Gift {
        if let payee = try await database.read({ try $0.payment(payment)?.payee }) {
            try await payments.collectSoon(from: payee)
        }
        return try await database.read { try $0.existingGift(id) }
    }
}

extension GivingService {
    /// Sends a refund. Ignores a refusal by the processor if a simultaneous request with the same key has
    /// already sent this refund.
    private func execute(_ call: ProcessorCall, of refund: String) async throws {
        do {
            try await payments.executeOrThrow(call)
        } catch let error as PaymentError where error.code == .processorRefused {
            let (state, left) = try await database.read { transaction in
                let found = try transaction.refund(refund)
                let left = try found.flatMap { try transaction.left(of: $0.payment, beside: $0) }
                return (found?.state, left)
            }
            guard state == .failed else { return }
            // The refund was refused because of another refund at the processor that was unknown here.
            if let left {
                throw PaymentError(
                    .refundTooLarge,
                    left.minorUnits == 0
                        ? "nothing is left to refund" : "\(left.plainText) can still be refunded")
            }
            throw error
        }
    }
}

extension Transaction {
    /// Returns the amount of a payment that can still be refunded, or nil if that amount covers the given
    /// refund.
    fileprivate func left(of payment: String, beside refund: PaymentRefund) throws -> Money? {
        guard let paid = try self.payment(payment), paid.refundableMinor < refund.amountMinor else {
            return nil
        }
        return Money(paid.refundableMinor, paid.total.currency)
    }

    /// Returns the id of the refund that was requested with this key, the id of the refunded payment, and the
    /// refund's open calls. Returns nil if the key is new.
    fileprivate func refund(askedFor asked: AnsweredRequest) throws -> (
        payment: String, refund: String, calls: [ProcessorCall]
    )? {
        guard let earlier = try earlier(asked) else { return nil }
        guard let refund = try self.refund(earlier.subject) else {
            throw GivingError(.idempotencyConflict)
        }
        return (refund.payment, refund.id, try calls(about: refund.id))
    }
}

extension Gift {
    /// Returns the time until which the donor can refund the gift. Returns nil if the gift is unpaid,
    /// refunded or disputed.
    ///
    /// - Parameter seconds: The number of seconds after the payment during which the donor can refund the
    ///   gift.
    fileprivate func goesBack(until seconds: Int64) -> Timestamp? {
        guard status == .succeeded, refundedMinor == 0 else { return nil }
        return paidAt?.adding(seconds: seconds)
    }

    fileprivate func minorUnits(of text: String) throws -> Int64 {
        let money: Money
        do { money = try Money(asTyped: text, in: amount.currency) } catch { throw GivingError(error) }
        try money.checkChargeStep()
        return money.minorUnits
    }
}
