public import GRDB

/// The migrations of this program, compared with those that a file has.
struct MigrationPlan: Sendable {
    let path: String
    let migrations: [Migration]

    init(_ migrations: [Migration], at path: String) {
        precondition(Set(migrations.map(\.name)).count == migrations.count, "two migrations of one name")
        self.migrations = migrations
        self.path = path
    }

    /// Returns the migrations that the file does not have yet, in order.
    ///
    /// - Throws: ``DatabaseFileError`` with code `newer` if the file has a migration that this program does not, or
    ///   `notOurs` if it has migrations but none of ours.
    func missing(in database: Database) throws -> [Migration] {
        // GRDB's `tableExists` may return a cached result from before another process created the table.
        let tables = "SELECT count(*) FROM sqlite_schema WHERE name = 'migration'"
        guard try Int.fetchOne(database, sql: tables) == 1 else { return migrations }
        let done = try String.fetchSet(database, sql: "SELECT name FROM migration")
        let unknown = done.subtracting(migrations.map(\.name))
        guard unknown.isEmpty else {
            throw unknown == done ? foreign(unknown) : newer(unknown)
        }
        return migrations.filter { !done.contains($0.name) }
    }

    /// Runs the missing migrations in one transaction.
    ///
    /// Another process may do the same at once. The second one to get the lock finds nothing left to do.
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
            .notOurs, at: path, "this file belongs to another program",
            reason: "it has \(unknown.sorted().joined(separator: ", ")) and nothing of ours",
            remedy: "check the path; it may be another file")
    }
}

/// A step towards the tables that a module needs, starting from an empty file. A released one never changes.
///
/// Each module has its list of migrations. A file is opened with the lists of all modules that use it.
public struct Migration: Sendable {
    /// The module and a number, like `payments.1`. The file stores the name once the migration has run.
    public let name: String
    let run: @Sendable (Database) throws -> Void

    /// Creates a migration from SQL statements, separated by semicolons.
    public init(_ name: String, _ sql: String) {
        self.init(name) { try $0.execute(sql: sql) }
    }

    /// Creates a migration that runs code.
    public init(_ name: String, _ run: @escaping @Sendable (Database) throws -> Void) {
        self.name = name
        self.run = run
    }
}
