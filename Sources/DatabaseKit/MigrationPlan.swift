public import GRDB

/// The steps that this program knows, against those that a file remembers.
struct MigrationPlan: Sendable {
    let path: String
    let migrations: [Migration]

    init(_ migrations: [Migration], at path: String) {
        precondition(Set(migrations.map(\.name)).count == migrations.count, "two migrations of one name")
        self.migrations = migrations
        self.path = path
    }

    /// The steps that the file still lacks, in order.
    ///
    /// - Throws: ``DatabaseFileError`` with code `newer` for a file that knows a step that we do not, and `notOurs`
    /// when it
    ///   knows steps, and none of ours.
    func missing(in database: Database) throws -> [Migration] {
        // Not GRDB's `tableExists`: its answer may be from before another process made the table.
        let tables = "SELECT count(*) FROM sqlite_schema WHERE name = 'migration'"
        guard try Int.fetchOne(database, sql: tables) == 1 else { return migrations }
        let done = try String.fetchSet(database, sql: "SELECT name FROM migration")
        let unknown = done.subtracting(migrations.map(\.name))
        guard unknown.isEmpty else {
            throw unknown == done ? foreign(unknown) : newer(unknown)
        }
        return migrations.filter { !done.contains($0.name) }
    }

    /// Runs what is missing, in one transaction.
    ///
    /// Another process may be doing the same: who gets the lock second finds nothing left to do.
    func run(on database: Database) throws {
        try database.inTransaction(.immediate) {
            for migration in try missing(in: database) {
                try database.execute(
                    sql: "CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID")
                try migration.run(database)
                try database.execute(sql: "INSERT INTO migration VALUES (?)", arguments: [migration.name])
            }
            return .commit
        }
    }

    private func newer(_ unknown: Set<String>) -> DatabaseFileError {
        DatabaseFileError(
            .newer, at: path, "a newer version of the program has changed this file",
            reason: "it has \(unknown.sorted().joined(separator: ", ")), unknown to this version",
            remedy: "use the newer version")
    }

    private func foreign(_ unknown: Set<String>) -> DatabaseFileError {
        DatabaseFileError(
            .notOurs, at: path, "this file belongs to something else",
            reason: "it has \(unknown.sorted().joined(separator: ", ")) and nothing of ours",
            remedy: "check the path; it may name another file")
    }
}

/// One step from an empty file to the tables that a module needs; once released it never changes.
///
/// A module owns its steps and hands them out as a list; a file is opened with the lists of all that use it.
public struct Migration: Sendable {
    /// Module and number, `payments.1`; the file remembers it by this name.
    public let name: String
    let run: @Sendable (Database) throws -> Void

    /// A step of SQL statements, parted by semicolons.
    public init(_ name: String, _ sql: String) {
        self.init(name) { try $0.execute(sql: sql) }
    }

    /// A step that also has to compute something.
    public init(_ name: String, _ run: @escaping @Sendable (Database) throws -> Void) {
        self.name = name
        self.run = run
    }
}
