public import GRDB

/// The migrations of this program, which are compared with the migrations that were applied to a file.
struct MigrationPlan: Sendable {
    let path: String
    let migrations: [Migration]
    /// The name and the definition of the table that stores the names of the applied migrations.
    static let table = "migration (name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID"

    init(_ migrations: [Migration], at path: String) {
        precondition(
            Set(migrations.map(\.name)).count == migrations.count, "two migrations have the same name")
        self.migrations = migrations
        self.path = path
    }

    /// Returns the migrations that have not been applied to the file yet, in order.
    ///
    /// - Throws: ``DatabaseFileError`` with code `newer` if the file has a migration that this program does
    ///   not know, or `notOurs` if the file has migrations but none of this program's.
    func missing(in database: Database) throws -> [Migration] {
        // GRDB's `tableExists` may return a cached result from before the table was created by another process.
        let tables = "SELECT count(*) FROM sqlite_schema WHERE name = 'migration'"
        guard try Int.fetchOne(database, sql: tables) == 1 else { return migrations }
        return try missing(after: try String.fetchSet(database, sql: "SELECT name FROM migration"))
    }

    /// Returns the migrations whose names are not in `done`, in order.
    ///
    /// - Throws: The same errors as ``missing(in:)``.
    func missing(after done: Set<String>) throws(DatabaseFileError) -> [Migration] {
        let unknown = done.subtracting(migrations.map(\.name))
        guard unknown.isEmpty else {
            throw unknown == done ? foreign(unknown) : newer(unknown)
        }
        return migrations.filter { !done.contains($0.name) }
    }

    /// Runs the missing migrations in one transaction.
    ///
    /// Another process can run the same migrations simultaneously. The process that gets the lock second
    /// finds no missing migrations.
    func run(on database: Database) throws {
        try database.inTransaction(.immediate) {
            for migration in try missing(in: database) {
                try database.execute(sql: "CREATE TABLE IF NOT EXISTS \(Self.table)")
                try migration.run(database)
                try database.execute(sql: "INSERT INTO migration VALUES (?)", arguments: [migration.name])
            }
            return .commit
        }
    }

    private func newer(_ unknown: Set<String>) -> DatabaseFileError {
        DatabaseFileError(
            .newer, at: path, "a newer version of the program has changed this file",
            reason:
                "the file has migrations unknown to this version: \(unknown.sorted().joined(separator: ", "))",
            remedy: "use the newer version of the program")
    }

    private func foreign(_ unknown: Set<String>) -> DatabaseFileError {
        DatabaseFileError(
            .notOurs, at: path, "this file belongs to another program",
            reason:
                "this program knows none of the file's migrations: "
                + unknown.sorted().joined(separator: ", "),
            remedy: "check the path; this may be the wrong file")
    }
}

/// A change that creates or alters the tables of a module. Do not change a migration after its release.
///
/// Each module has its own list of migrations, which together create the module's tables in an empty file. To
/// open a file, a program needs the lists of all modules that use the file.
public struct Migration: Sendable {
    /// The migration's name: the module and a number, such as `payments.1`. The database file stores the name
    /// after the migration has run.
    public let name: String
    let run: @Sendable (Database) throws -> Void

    /// Creates a migration from SQL statements that are separated by semicolons.
    public init(_ name: String, _ sql: String) {
        self.init(name) { try $0.execute(sql: sql) }
    }

    /// Creates a migration that runs a closure.
    public init(_ name: String, _ run: @escaping @Sendable (Database) throws -> Void) {
        self.name = name
        self.run = run
    }

    /// Applies migrations to a new database in memory, and returns what `read` reads from it.
    static func applied<Value>(
        _ migrations: [Migration], _ read: (Database) throws -> Value
    ) throws -> Value {
        try DatabaseQueue().inDatabase { database in
            for migration in migrations { try migration.run(database) }
            return try read(database)
        }
    }
}
