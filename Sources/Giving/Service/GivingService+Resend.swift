public import DatabaseKit
import PaymentCore
import TimeKit

/// A gift's valid receipt with the address of its recipient, or the reason why no receipt can be e-mailed.
public enum MailableReceipt: Hashable, Sendable {
    /// The valid receipt, and the e-mail address that the donor entered with the gift.
    case receipt(Receipt, to: EmailAddress)
    /// The gift has no valid receipt, because the gift is unpaid, was fully refunded, or was lost in a
    /// dispute.
    case noReceipt
    /// The donor's data was deleted, or the address is invalid.
    case noAddress
}

extension Transaction {
    /// Returns a gift's valid receipt with the address of its recipient, or the reason why no receipt can be
    /// e-mailed.
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
    /// Stores a notice that sends the donor another copy of a gift's valid receipt. The notice is delivered
    /// like any other notice (see ``takeNotices(limit:)``).
    ///
    /// - Parameters:
    ///   - id: The gift's id.
    ///   - key: The idempotency key, valid for 24 hours.
    ///   - accepts: Returns whether another e-mail may be sent to the address. The second argument is the
    ///     number of notices that are waiting to be sent to the same mailbox. The closure can be called more
    ///     than once and must have no side effects.
    /// - Returns: Whether the notice was stored, by this call or an earlier call with the key. False if
    ///   `accepts` returned false.
    /// - Throws: ``GivingError`` with code `notFound`; `wrongState` if the gift has no valid receipt or the
    ///   donor has no address; `idempotencyConflict` if the key was used for a different request.
    @discardableResult public func resendReceipt(
        ofGift id: String, key: String,
        accepts: @escaping @Sendable (EmailAddress, _ waiting: Int) -> Bool = { _, _ in true }
    ) async throws -> Bool {
        let now = clock.now()
        let asked = AnsweredRequest(
            key: key, fingerprint: Fingerprint.of(["resend", id]), subject: id, time: now)
        let note = ids.make("note")
        let begin = Identifiers.first("note", at: now.adding(seconds: -DonorNotice.lifeSeconds))
        return try await database.write { transaction in
            let gift = try transaction.existingGift(id)
            if try transaction.earlier(asked) != nil { return true }
            guard case .receipt(_, let address) = try transaction.mailableReceipt(of: gift),
                let organization = try transaction.organization(gift.organization)
            else { throw GivingError(.wrongState, "a gift that \(gift.status.words)") }
            let waiting = try transaction.waitingNotices(for: address.mailbox, after: begin)
            guard accepts(address, waiting) else { return false }
            transaction.changed(gift.id, of: gift.organization)
            let notice = GivingNotice(resendingReceiptOf: gift, to: organization)
            try transaction.put(notice.kept(as: note, about: gift.id, at: now))
            try transaction.save(asked)
            return true
        }
    }
}

extension Transaction {
    /// Returns the number of notices that are waiting to be e-mailed to a mailbox. To keep the transaction
    /// short, reads only the 1000 oldest waiting notices of each kind.
    fileprivate func waitingNotices(for mailbox: String, after id: String) throws -> Int {
        try GivingNotice.Kind.allCases.reduce(0) { count, kind in
            let waiting = try waitingNotices(kind: kind.rawValue, after: id, limit: 1000)
            return try count + waiting.count { try donorNotice($0)?.to.mailbox == mailbox }
        }
    }
}
