public import DatabaseKit
import Foundation
import MoneyKit

extension Transaction {
    /// Saves a new payment, or the new state of an existing one.
    public func save(_ payment: Payment) throws {
        changed(payment.id)
        let unfinished = !payment.state.isFinal || (payment.state == .succeeded && !payment.isFeeConfirmed)
        try run(
            """
            INSERT INTO payment (id, kind, subject, payee, currency, state, intent, charge, invoice, collectible,
                                 unfinished, body)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET state = excluded.state, intent = excluded.intent,
              charge = excluded.charge, collectible = excluded.collectible, unfinished = excluded.unfinished,
              body = excluded.body
            """,
            [
                payment.id, payment.kind, payment.subject, payment.payee, payment.total.currency.code,
                payment.state.rawValue, payment.intent, payment.charge, payment.invoice,
                payment.collectibleMinor > 0, unfinished, cachedDocument(payment),
            ])
    }

    /// Returns the payment with this id, or nil.
    public func payment(_ id: String) throws -> Payment? {
        try firstCached("SELECT body FROM payment WHERE id = ?", [id])
    }

    /// Returns the payment with this id.
    ///
    /// - Throws: ``PaymentError`` with code `notFound`.
    package func existingPayment(_ id: String) throws -> Payment {
        if let payment = try payment(id) { return payment }
        throw PaymentError(.notFound, "there is no payment \(id.prefix(60))")
    }

    /// Returns the payment with this intent, or nil.
    public func payment(intent: String) throws -> Payment? {
        try first("SELECT body FROM payment WHERE intent = ?", [intent])
    }

    /// Returns the state of the payment with this intent, or nil.
    func paymentState(intent: String) throws -> PaymentState? {
        let state: String? = try value("SELECT state FROM payment WHERE intent = ?", [intent])
        return state.flatMap(PaymentState.init)
    }

    /// Returns the payment with this charge, or nil.
    public func payment(charge: String) throws -> Payment? {
        try first("SELECT body FROM payment WHERE charge = ?", [charge])
    }

    /// Returns the payment with this invoice, or nil.
    public func payment(invoice: String) throws -> Payment? {
        try first("SELECT body FROM payment WHERE invoice = ?", [invoice])
    }

    /// Returns a page of payments, newest first, starting after the payment with the given id. If `state` is
    /// nil, the page contains payments in all states.
    public func payments(in state: PaymentState?, after id: String?, limit: Int) throws -> [Payment] {
        let cursor = id ?? "~"
        guard let state else {
            return try all(
                "SELECT body FROM payment WHERE id < ? ORDER BY id DESC LIMIT ?",
                [cursor, limit])
        }
        return try all(
            "SELECT body FROM payment WHERE state = ? AND id < ? ORDER BY id DESC LIMIT ?",
            [state.rawValue, cursor, limit])
    }

    /// Returns a payee's payments whose transfers can still be reversed, at least in part, newest first.
    func collectiblePayments(ofPayee payee: String, currency: Currency, limit: Int) throws -> [Payment] {
        try all(
            """
            SELECT body FROM payment WHERE payee = ? AND currency = ? AND collectible = 1
            ORDER BY id DESC LIMIT ?
            """, [payee, currency.code, limit])
    }

    /// Returns the number of payments of each kind in each state.
    ///
    /// - Parameter payees: The payees whose payments are counted, or nil for all payees.
    public func paymentCounts(ofPayees payees: [String]?) throws -> [PaymentCount] {
        guard let payees else { return try paymentCounts(where: "TRUE", []) }
        let known = Set(payees).sorted()
        // A statement has at most 32,766 parameters.
        let counts = try stride(from: 0, to: known.count, by: 1_000).flatMap { start in
            let list = StatementList(known[start..<min(start + 1_000, known.count)])
            return try list.map { try paymentCounts(where: "payee IN (\($0.placeholders))", $0.values) } ?? []
        }
        guard known.count > 1_000 else { return counts }
        let groups = Dictionary(grouping: counts) { [$0.kind, $0.state.rawValue] }
        return groups.sorted { $0.key.lexicographicallyPrecedes($1.key) }.compactMap { _, group in
            group.first.map {
                PaymentCount(kind: $0.kind, state: $0.state, count: group.map(\.count).reduce(0, +))
            }
        }
    }

    private func paymentCounts(where condition: String, _ values: StatementValues) throws -> [PaymentCount] {
        let rows = try all(
            """
            SELECT kind, state, count(*) AS count FROM payment WHERE \(condition)
            GROUP BY kind, state ORDER BY kind, state
            """, values)
        return rows.compactMap { row in
            PaymentState(rawValue: row["state"]).map {
                PaymentCount(kind: row["kind"], state: $0, count: row["count"])
            }
        }
    }

    /// Returns the payments that are not final or whose processor fee is still an estimate. The payments of
    /// one payee are sorted newest first. If `payee` is nil, the payments of all payees are returned, oldest
    /// first.
    func unfinishedPayments(ofPayee payee: String?, limit: Int) throws -> [Payment] {
        guard let payee else {
            return try all(
                "SELECT body FROM payment WHERE unfinished = 1 ORDER BY id LIMIT ?", [limit])
        }
        return try all(
            "SELECT body FROM payment WHERE payee = ? AND unfinished = 1 ORDER BY id DESC LIMIT ?",
            [payee, limit])
    }
}

extension Transaction {
    /// Saves a new refund, or the new state of an existing one.
    public func save(_ refund: PaymentRefund) throws {
        changed(refund.id)
        let isWatched =
            switch refund.state {
            case .pending, .needsReview: true
            case .succeeded: !refund.isSettled
            case .failed: false
            }
        try run(
            """
            INSERT INTO payment_refund (id, payment, watched, body) VALUES (?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET watched = excluded.watched, body = excluded.body
            """, [refund.id, refund.payment, isWatched, document(refund)])
    }

    /// Returns the refund with this id, or nil.
    public func refund(_ id: String) throws -> PaymentRefund? {
        try first("SELECT body FROM payment_refund WHERE id = ?", [id])
    }

    /// Returns the refunds of a payment, oldest first.
    public func refunds(ofPayment payment: String) throws -> [PaymentRefund] {
        try all(
            "SELECT body FROM payment_refund WHERE payment = ? ORDER BY id LIMIT 1000",
            [payment])
    }

    /// Returns a page of refunds, newest first, starting after the refund with the given id. The page can
    /// contain refunds of any payment.
    public func refunds(after id: String, limit: Int) throws -> [PaymentRefund] {
        try all(
            "SELECT body FROM payment_refund WHERE id < ? ORDER BY id DESC LIMIT ?",
            [id, limit])
    }

    /// Returns the refunds that may still change. They are pending, need review, or can still be returned by
    /// a bank.
    func refundsToWatch(limit: Int) throws -> [PaymentRefund] {
        try all(
            "SELECT body FROM payment_refund WHERE watched = 1 ORDER BY id LIMIT ?",
            [limit])
    }

    /// Saves a new dispute, or the new state of an existing one.
    public func save(_ dispute: PaymentDispute) throws {
        try run(
            """
            INSERT INTO payment_dispute (id, payment, state, body) VALUES (?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET state = excluded.state, body = excluded.body
            """, [dispute.id, dispute.payment, dispute.state.rawValue, document(dispute)])
    }

    /// Returns the dispute with this id, or nil.
    public func dispute(_ id: String) throws -> PaymentDispute? {
        try first("SELECT body FROM payment_dispute WHERE id = ?", [id])
    }

    /// Returns the disputes of a payment, oldest first.
    public func disputes(ofPayment payment: String) throws -> [PaymentDispute] {
        try all(
            "SELECT body FROM payment_dispute WHERE payment = ? ORDER BY id LIMIT 1000",
            [payment])
    }

    /// Returns the open disputes and inquiries, oldest first.
    public func openDisputes(limit: Int) throws -> [PaymentDispute] {
        try all(
            "SELECT body FROM payment_dispute WHERE state IN ('open', 'inquiry') ORDER BY id LIMIT ?", [limit]
        )
    }
}
