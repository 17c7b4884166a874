public import DatabaseKit
import MoneyKit

extension Transaction {
    /// Saves a new release, or the new state of an existing one.
    public func save(_ release: PaymentRelease) throws {
        try run(
            """
            INSERT INTO payment_release (id, payment, payee, currency, collectible, body)
            VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET collectible = excluded.collectible, body = excluded.body
            """,
            [
                release.id, release.payment, release.payee, release.amount.currency.code,
                release.leftMinor > 0, document(release),
            ])
    }

    /// Returns the release with this id, or nil.
    public func release(_ id: String) throws -> PaymentRelease? {
        try first("SELECT body FROM payment_release WHERE id = ?", [id])
    }

    /// Returns the release with this id.
    ///
    /// - Throws: ``PaymentError`` with code `notFound`.
    func existingRelease(_ id: String) throws -> PaymentRelease {
        if let release = try release(id) { return release }
        throw PaymentError(.notFound, "there is no release \(id.prefix(60))")
    }

    /// Returns the releases of a payment, oldest first.
    public func releases(ofPayment payment: String) throws -> [PaymentRelease] {
        try all(
            "SELECT body FROM payment_release WHERE payment = ? ORDER BY id LIMIT 1000",
            [payment])
    }

    /// Returns a payee's releases that can still be reversed and have no open call, newest first.
    func collectibleReleases(ofPayee payee: String, currency: Currency, limit: Int) throws
        -> [PaymentRelease]
    {
        try all(
            """
            SELECT body FROM payment_release WHERE payee = ? AND currency = ? AND collectible = 1
            AND NOT EXISTS (SELECT 1 FROM processor_call WHERE subject = payment_release.id)
            ORDER BY id DESC LIMIT ?
            """, [payee, currency.code, limit])
    }
}
