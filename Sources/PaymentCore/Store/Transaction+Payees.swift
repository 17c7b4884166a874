public import DatabaseKit
public import TimeKit

extension Transaction {
    /// Saves a new payee, or the new state of an existing one.
    public func save(_ payee: Payee) throws {
        changed(payee.id)
        try run(
            "INSERT INTO payee (id, body) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body",
            [payee.id, document(payee)])
    }

    /// Returns the payee with this account, or nil.
    public func payee(_ account: String) throws -> Payee? {
        try firstCached("SELECT body FROM payee WHERE id = ? AND body IS NOT NULL", [account])
    }

    /// Returns the account ids of all payees, sorted.
    public func payees() throws -> [String] {
        try all("SELECT id FROM payee WHERE body IS NOT NULL ORDER BY id LIMIT 1000000", []) { $0[0] }
    }

    /// Returns the payouts that were created in a period, oldest first. The result includes the payouts of
    /// all payees.
    public func payouts(in period: ClosedRange<Timestamp>) throws -> [PayeePayout] {
        try all(
            "SELECT body FROM payout WHERE created BETWEEN ? AND ? ORDER BY created, id LIMIT 1000000",
            [period.lowerBound, period.upperBound])
    }

    /// Saves a new payout, or the new state of an existing one.
    public func save(_ payout: PayeePayout) throws {
        changed(payout.id)
        let unfinished = payout.state == .pending || payout.state == .inTransit
        try run(
            """
            INSERT INTO payout (id, payee, created, unfinished, body) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET unfinished = excluded.unfinished, body = excluded.body
            """, [payout.id, payout.payee, payout.created, unfinished, document(payout)])
    }

    /// Returns the payout with this id, or nil.
    public func payout(_ id: String) throws -> PayeePayout? {
        try first("SELECT body FROM payout WHERE id = ?", [id])
    }

    /// Returns a page of payouts, newest first, starting after the payout with the given id. If `payee` is
    /// nil, the page contains the payouts of all payees.
    public func payouts(ofPayee payee: String?, after id: String?, limit: Int) throws -> [PayeePayout] {
        let last = try id.flatMap { try payout($0) }
        let (created, name) = (last?.created.seconds ?? Int64.max, last?.id ?? "~")
        guard let payee else {
            return try all(
                "SELECT body FROM payout WHERE (created, id) < (?, ?) ORDER BY created DESC, id DESC LIMIT ?",
                [created, name, limit])
        }
        return try all(
            """
            SELECT body FROM payout WHERE payee = ? AND (created, id) < (?, ?)
            ORDER BY created DESC, id DESC LIMIT ?
            """, [payee, created, name, limit])
    }

    /// Returns a payee's payouts that were created at or after a time, oldest first.
    public func payouts(ofPayee payee: String, since time: Timestamp, limit: Int) throws -> [PayeePayout] {
        try all(
            "SELECT body FROM payout WHERE payee = ? AND created >= ? ORDER BY created, id LIMIT ?",
            [payee, time, limit])
    }

    /// Returns the payouts that are pending or in transit, oldest first.
    public func openPayouts(limit: Int) throws -> [PayeePayout] {
        try all("SELECT body FROM payout WHERE unfinished = 1 ORDER BY id LIMIT ?", [limit])
    }

    /// Returns a payee's payouts that are pending or in transit, oldest first.
    public func openPayouts(ofPayee payee: String, limit: Int) throws -> [PayeePayout] {
        try all(
            "SELECT body FROM payout WHERE unfinished = 1 AND payee = ? ORDER BY id LIMIT ?", [payee, limit])
    }
}
