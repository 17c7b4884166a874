import MoneyKit
import PaymentCore

extension GivingService {
    /// Gives back a gift, or a part of it.
    ///
    /// - Parameters:
    ///   - amount: Text in the gift's currency; nil means all that is left.
    ///   - reason: `duplicate`, `fraudulent` or `requested_by_customer`.
    /// - Throws: ``GivingError``; `PaymentError` with code `wrongState` or `refundTooLarge`, or `outcomeUnknown`.
    public func refund(_ id: String, amount: String?, reason: String?) async throws -> Gift {
        let (payment, call) = try await units.write { unit in
            guard let gift = try unit.gift(id) else { throw GivingError(.notFound, "gift \(id.prefix(40))") }
            guard let payment = gift.payment, gift.paidAt != nil else {
                throw GivingError(.wrongState, "a gift that \(gift.status.words)")
            }
            let minor = try amount.map { try gift.minorUnits(of: $0) }
            let (_, call) = try payments.beginRefund(
                of: payment, amountMinor: minor, reason: reason, in: unit)
            return (payment, call)
        }
        try await payments.carry(call)
        if let payee = try await units.read({ try $0.payment(payment)?.payee }) {
            try await payments.collectSoon(from: payee)
        }
        guard let gift = try await units.read({ try $0.gift(id) }) else {
            throw GivingError(.notFound, "gift \(id.prefix(40))")
        }
        return gift
    }
}

extension Gift {
    fileprivate func minorUnits(of text: String) throws -> Int64 {
        do {
            return try Money(parsing: text, in: amount.currency).minorUnits
        } catch {
            throw GivingError(.malformedAmount, String(text.prefix(40)), wanted: error.reason)
        }
    }
}
