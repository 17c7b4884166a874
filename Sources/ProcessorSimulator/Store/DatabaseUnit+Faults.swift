import DatabaseKit
import Foundation

extension DatabaseUnit {
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

    func count(faultRule number: Int64) throws -> Int64 {
        try one("UPDATE fault SET seen = seen + 1 WHERE number = ? RETURNING seen", [number]) { $0[0] } ?? 0
    }

    func remove(faultRule number: Int64?) throws -> Int {
        try all("DELETE FROM fault WHERE ?1 IS NULL OR number = ?1 RETURNING number", [number]) {
            $0[0] as Int64
        }.count
    }
}
