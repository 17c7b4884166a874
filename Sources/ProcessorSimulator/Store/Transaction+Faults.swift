import DatabaseKit
import Foundation

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

    /// Counts a request that matches a rule.
    ///
    /// - Returns: The count including this request, starting at 1.
    func count(faultRule number: Int64) throws -> Int64 {
        try one("UPDATE fault SET seen = seen + 1 WHERE number = ? RETURNING seen", [number]) { $0[0] } ?? 0
    }

    /// Removes one rule, or all if the number is nil. Returns how many were removed.
    func remove(faultRule number: Int64?) throws -> Int {
        try all("DELETE FROM fault WHERE ?1 IS NULL OR number = ?1 RETURNING number", [number]) {
            $0[0] as Int64
        }.count
    }
}
