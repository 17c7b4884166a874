import GRDB

extension DatabaseFile {
    /// Looks through the whole file for damage and for rows that refer to nothing.
    ///
    /// It takes seconds for a gigabyte, and disturbs nobody.
    ///
    /// - Returns: The problems, a line each, 100 at most of either kind; none for a file that is well.
    public func checkIntegrity() async throws -> [String] {
        do {
            return try await read { unit in
                let damage = try String.fetchAll(unit.database, sql: "PRAGMA integrity_check(100)")
                let orphans = try Row.fetchCursor(unit.database, sql: "PRAGMA foreign_key_check")
                var problems = damage == ["ok"] ? [] : damage
                while problems.count < 200, let row = try orphans.next() {
                    let (table, id, parent) = (row[0] as String, row[1] as Int64?, row[2] as String)
                    problems.append(
                        "a row of \(table)\(id.map { " (\($0))" } ?? "") refers to none of \(parent)")
                }
                return problems
            }
        } catch let error as DatabaseError where error.code == .corrupt {
            return [error.reason]
        }
    }
}
