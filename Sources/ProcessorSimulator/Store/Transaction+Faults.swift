import DatabaseKit
import Foundation
import MoneyKit
import Processor
import TimeKit

extension Transaction {
    func add(_ rule: FaultRule) throws -> Int64 {
        try run("INSERT INTO fault (json) VALUES (?)", [try DocumentCoder.encode(rule)])
        return try one("SELECT max(number) FROM fault") { $0[0] } ?? 0
    }

    func hasFaults() throws -> Bool {
        try isAny("SELECT 1 FROM fault LIMIT 1")
    }

    func faultRules() throws -> [FaultRule] {
        let rows = try all("SELECT number, seen, json FROM fault ORDER BY number") { row in
            (number: row[0] as Int64, seen: row[1] as Int64, json: row[2] as Data)
        }
        return try rows.map { row in
            var rule = try DocumentCoder.decode(FaultRule.self, from: row.json)
            rule.number = row.number
            rule.seen = row.seen
            return rule
        }
    }

    /// Increments the match count of a fault rule.
    ///
    /// - Returns: The new count, or 0 if the rule does not exist.
    func count(faultRule number: Int64) throws -> Int64 {
        try one("UPDATE fault SET seen = seen + 1 WHERE number = ? RETURNING seen", [number]) { $0[0] } ?? 0
    }

    /// Removes the rule with this number, or all rules if the number is nil. Returns the number of removed
    /// rules.
    func remove(faultRule number: Int64?) throws -> Int {
        try changedRows("DELETE FROM fault WHERE ?1 IS NULL OR number = ?1", [number])
    }

    /// Adds an amount to an account's balance.
    ///
    /// - Parameter day: The day on which the amount becomes available. If nil, the amount is available
    ///   immediately.
    func add(_ net: Int64, to account: String, _ currency: Currency, on day: Timestamp?) throws {
        try run(
            """
            INSERT INTO balance (account, currency, available, pending) VALUES (?, ?, ?, ?)
            ON CONFLICT (account, currency)
            DO UPDATE SET available = available + excluded.available, pending = pending + excluded.pending
            """, [account, currency.code, day == nil ? net : 0, day == nil ? 0 : net])
        guard let day else { return }
        try run(
            """
            INSERT INTO settlement (day, account, currency, amount) VALUES (?, ?, ?, ?)
            ON CONFLICT (day, account, currency) DO UPDATE SET amount = amount + excluded.amount
            """, [day.seconds, account, currency.code, net])
    }

    /// Moves all amounts whose availability date is `day` or earlier from the pending to the available
    /// balances.
    func settle(upTo day: Timestamp) throws {
        try run(
            """
            UPDATE balance SET available = available + due.amount, pending = pending - due.amount
            FROM (SELECT account, currency, sum(amount) AS amount FROM settlement WHERE day <= ?
                GROUP BY account, currency) AS due
            WHERE balance.account = due.account AND balance.currency = due.currency
            """, [day.seconds])
        try run("DELETE FROM settlement WHERE day <= ?", [day.seconds])
    }

    func balances(of account: String) throws -> [Balance] {
        try all(
            "SELECT currency, available, pending FROM balance WHERE account = ? ORDER BY currency", [account]
        ) { row in
            guard let currency = try? Currency(row[0] as String) else {
                preconditionFailure("the file contains an invalid currency")
            }
            return Balance(currency: currency, available: row[1], pending: row[2])
        }
    }
}
