// The methods are documented where they are promised, in `PaymentUnit.swift`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import DatabaseKit
public import TimeKit

extension DatabaseUnit: PayeeRecords {
    public func save(_ payee: Payee) throws {
        try run(
            "INSERT INTO payee (id, body) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body",
            [payee.id, try document(payee)])
    }

    public func payee(_ account: String) throws -> Payee? {
        try firstSteady(Payee.self, "SELECT body FROM payee WHERE id = ? AND body IS NOT NULL", [account])
    }

    public func payees() throws -> [String] {
        try all("SELECT id FROM payee WHERE body IS NOT NULL ORDER BY id LIMIT 1000000", []) { $0[0] }
    }

    public func payouts(in period: ClosedRange<Timestamp>) throws -> [PayeePayout] {
        try all(
            PayeePayout.self,
            "SELECT body FROM payout WHERE created BETWEEN ? AND ? ORDER BY created, id LIMIT 1000000",
            [period.lowerBound.seconds, period.upperBound.seconds])
    }

    public func save(_ payout: PayeePayout) throws {
        let unfinished = payout.state == .pending || payout.state == .inTransit
        try run(
            """
            INSERT INTO payout (id, payee, created, unfinished, body) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET unfinished = excluded.unfinished, body = excluded.body
            """, [payout.id, payout.payee, payout.created.seconds, unfinished, try document(payout)])
    }

    public func payout(_ id: String) throws -> PayeePayout? {
        try first(PayeePayout.self, "SELECT body FROM payout WHERE id = ?", [id])
    }

    public func payouts(ofPayee payee: String?, behind id: String?, limit: Int) throws -> [PayeePayout] {
        let last = try id.flatMap { try payout($0) }
        let (created, name) = (last?.created.seconds ?? Int64.max, last?.id ?? "~")
        guard let payee else {
            return try all(
                PayeePayout.self,
                "SELECT body FROM payout WHERE (created, id) < (?, ?) ORDER BY created DESC, id DESC LIMIT ?",
                [created, name, limit])
        }
        return try all(
            PayeePayout.self,
            """
            SELECT body FROM payout WHERE payee = ? AND (created, id) < (?, ?)
            ORDER BY created DESC, id DESC LIMIT ?
            """, [payee, created, name, limit])
    }

    public func payouts(ofPayee payee: String, since time: Timestamp, limit: Int) throws -> [PayeePayout] {
        try all(
            PayeePayout.self,
            "SELECT body FROM payout WHERE payee = ? AND created >= ? ORDER BY created, id LIMIT ?",
            [payee, time.seconds, limit])
    }

    public func openPayouts(limit: Int) throws -> [PayeePayout] {
        try all(PayeePayout.self, "SELECT body FROM payout WHERE unfinished = 1 ORDER BY id LIMIT ?", [limit])
    }
}
