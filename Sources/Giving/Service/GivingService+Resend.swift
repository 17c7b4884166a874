public import DatabaseKit
import PaymentCore
import TimeKit

/// The receipt of a gift, if it can be e-mailed to the donor.
public enum MailableReceipt: Hashable, Sendable {
    /// The valid receipt, and the e-mail address that the donor entered with the gift.
    case receipt(Receipt, to: EmailAddress)
    /// The gift has no valid receipt, because it is unpaid or fully refunded.
    case noReceipt
    /// The donor's data was deleted, or the address is invalid.
    case noAddress
}

extension Transaction {
    /// Returns the valid receipt of a gift.
    public func mailableReceipt(of gift: Gift) throws -> MailableReceipt {
        guard let number = gift.receiptNumber.flatMap(ReceiptNumber.init), let receipt = try receipt(number),
            receipt.state == .issued
        else { return .noReceipt }
        guard let address = receipt.donorEmail.isEmpty ? nil : EmailAddress(receipt.donorEmail) else {
            return .noAddress
        }
        return .receipt(receipt, to: address)
    }
}

extension GivingService {
    /// Stores a notice that sends the donor the valid receipt of a gift again. It is delivered like other notices (see
    /// ``takeNotices(limit:)``).
    ///
    /// - Parameters:
    ///   - id: The gift's id.
    ///   - key: The idempotency key, valid for 24 hours.
    /// - Throws: ``GivingError``: `notFound`; `wrongState` if the gift has no valid receipt or the donor has no
    ///   address; `idempotencyConflict` if the key was used for a different request.
    public func resendReceipt(ofGift id: String, key: String) async throws {
        let now = clock.now()
        let asked = AnsweredRequest(
            key: key, fingerprint: Fingerprint.of(["resend", id]), subject: id, time: now)
        let note = ids.make("note")
        try await database.write { transaction in
            let gift = try transaction.existingGift(id)
            guard case .receipt = try transaction.mailableReceipt(of: gift),
                let organization = try transaction.organization(gift.organization)
            else { throw GivingError(.wrongState, "a gift that \(gift.status.words)") }
            let oldest = now.adding(seconds: -AnsweredRequest.memory)
            if let earlier = try transaction.request(key, since: oldest) {
                guard earlier.fingerprint == asked.fingerprint else {
                    throw GivingError(.idempotencyConflict)
                }
                return
            }
            transaction.changed(gift.id, of: gift.organization)
            let notice = GivingNotice(resendingReceiptOf: gift, to: organization)
            try transaction.put(notice.kept(as: note, about: gift.id, at: now))
            try transaction.save(asked)
        }
    }
}
