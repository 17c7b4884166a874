public import DatabaseKit
public import MoneyKit

extension Transaction {
    /// Keeps a release: a new one, or its next state.
    public func save(_ release: PaymentRelease) throws {
        try run(
            """
            INSERT INTO payment_release (id, payment, payee, currency, collectible, body)
            VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET collectible = excluded.collectible, body = excluded.body
            """,
            [
                release.id, release.payment, release.payee, release.amount.currency.code,
                release.leftMinor > 0, try document(release),
            ])
    }

    /// The release of this id, or nil.
    public func release(_ id: String) throws -> PaymentRelease? {
        try first(PaymentRelease.self, "SELECT body FROM payment_release WHERE id = ?", [id])
    }

    /// Returns the release with this id.
    ///
    /// - Throws: ``PaymentError`` with code `notFound`.
    func existingRelease(_ id: String) throws -> PaymentRelease {
        if let release = try release(id) { return release }
        throw PaymentError(.notFound, id)
    }

    /// All releases of a payment, oldest first.
    public func releases(ofPayment payment: String) throws -> [PaymentRelease] {
        try all(
            PaymentRelease.self, "SELECT body FROM payment_release WHERE payment = ? ORDER BY id LIMIT 1000",
            [payment])
    }

    /// Releases to a payee of which something can still be taken back, newest first; none of which a call is open.
    public func collectibleReleases(ofPayee payee: String, currency: Currency, limit: Int) throws
        -> [PaymentRelease]
    {
        try all(
            PaymentRelease.self,
            """
            SELECT body FROM payment_release WHERE payee = ? AND currency = ? AND collectible = 1
            AND NOT EXISTS (SELECT 1 FROM processor_call WHERE subject = payment_release.id)
            ORDER BY id DESC LIMIT ?
            """, [payee, currency.code, limit])
    }
}
