public import DatabaseKit
import PaymentCore
public import TimeKit

extension Transaction {
    func existing(_ id: String) throws -> Contract {
        guard let contract = try contract(id) else { throw ContractError(.notFound, String(id.prefix(40))) }
        return contract
    }

    /// Inserts or updates a contract.
    public func save(_ contract: Contract) throws {
        changed(contract.id)
        try run(
            """
            INSERT INTO contract (id, payee, status, due, body) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET status = excluded.status, due = excluded.due, body = excluded.body
            """,
            [
                contract.id, contract.terms.payee, contract.status.rawValue, contract.dueAt,
                document(contract),
            ])
    }

    /// Returns the contract with this id, or nil.
    public func contract(_ id: String) throws -> Contract? {
        try first("SELECT body FROM contract WHERE id = ?", [id])
    }

    /// Returns a page of contracts, newest first. A nil payee or status does not restrict the list.
    ///
    /// - Parameter id: The id of the last contract on the previous page, or nil for the first page.
    public func contracts(
        ofPayee payee: String?, in status: ContractStatus?, after id: String?, limit: Int
    ) throws -> [Contract] {
        var conditions = ["id < ?"]
        var arguments: StatementValues = [id ?? "~"]
        for case (let column, let wanted?) in [("payee", payee), ("status", status?.rawValue)] {
            conditions.append("\(column) = ?")
            arguments += [wanted]
        }
        arguments += [limit]
        let condition = conditions.joined(separator: " AND ")
        return try all(
            "SELECT body FROM contract WHERE \(condition) ORDER BY id DESC LIMIT ?", arguments)
    }

    /// Returns the number of contracts in each status. A status without contracts is left out.
    ///
    /// - Parameter payee: The connected account, or nil for all payees.
    public func contractCounts(ofPayee payee: String?) throws -> [ContractStatus: Int] {
        let rows = try all(
            """
            SELECT status, count(*) AS count FROM contract
            WHERE CAST(?1 AS TEXT) IS NULL OR payee = ?1 GROUP BY status
            """, [payee])
        return rows.reduce(into: [:]) { counts, row in
            if let status = ContractStatus(rawValue: row["status"]) { counts[status] = row["count"] }
        }
    }

    /// Returns the ids of contracts with money that must be moved at or before a given time. The ids are in
    /// ascending order, and only ids greater than `id` are returned.
    public func contracts(dueBy time: Timestamp, after id: String, limit: Int) throws -> [String] {
        try all(
            "SELECT id FROM contract WHERE due <= ? AND id > ? ORDER BY id LIMIT ?",
            [time, id, limit]
        ).map { $0["id"] }
    }

    /// Inserts or updates a link.
    public func save(_ link: PaymentLink) throws {
        changed(link.contract)
        try run(
            """
            INSERT INTO contract_link (id, hash, contract, instalment, body) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET body = excluded.body
            """, [link.id, link.hash, link.contract, link.instalment, document(link)])
    }

    /// Returns the link whose token has this hash, or nil.
    public func paymentLink(hash: String) throws -> PaymentLink? {
        try first("SELECT body FROM contract_link WHERE hash = ?", [hash])
    }

    /// Returns an installment's newest link that has not been revoked, or nil. The link may have expired.
    public func paymentLink(ofContract contract: String, instalment: Int) throws -> PaymentLink? {
        // Links created in the same second sort by the random part of their ids. Revoked ones are skipped.
        try all(
            "SELECT body FROM contract_link WHERE contract = ? AND instalment = ? ORDER BY id DESC",
            [contract, instalment]
        ).first { $0.revokedAt == nil }
    }

    /// Revokes the links of all installments.
    ///
    /// - Returns: The number of links that were still usable.
    public func revokeAllPaymentLinks(at now: Timestamp) throws -> Int {
        var (last, count) = ("", 0)
        while true {
            let links: [PaymentLink] = try all(
                "SELECT body FROM contract_link WHERE id > ? ORDER BY id LIMIT 500", [last])
            guard let end = links.last else { return count }
            for var link in links where link.revokedAt == nil {
                if link.opens(at: now) { count += 1 }
                link.revokedAt = now
                try save(link)
            }
            last = end.id
        }
    }

    /// Saves an idempotency key with the payment that its request created, and deletes keys that are older
    /// than a day.
    func save(_ key: PaymentKey) throws {
        let oldest = key.time.adding(seconds: -PaymentKey.memory)
        try run("DELETE FROM contract_key WHERE time <= ?", [oldest])
        try run(
            """
            INSERT INTO contract_key (key, time, body) VALUES (?, ?, ?)
            ON CONFLICT (key) DO UPDATE SET time = excluded.time, body = excluded.body
            """, [key.key, key.time, document(key)])
    }

    /// Returns the record of an idempotency key, with the payment that the request created. Returns nil if
    /// the key is unknown or is not newer than the given time.
    func paymentKey(_ key: String, since time: Timestamp) throws -> PaymentKey? {
        try first(
            "SELECT body FROM contract_key WHERE key = ? AND time > ?", [key, time])
    }
}
