import DatabaseKit

/// A change that creates or alters the tables of a module in a PostgreSQL database. A released migration
/// never changes.
public struct PostgresMigration: Hashable, Sendable {
    /// The migration's name, which consists of a module and a number, such as `payments.1`. The database
    /// stores the names of the migrations that have run.
    public let name: String
    let sql: String

    /// Creates a migration from SQL statements that are separated by semicolons.
    public init(_ name: String, _ sql: String) { (self.name, self.sql) = (name, sql) }
}

/// This program's migrations. They are compared with the migrations that were applied to a database.
struct PostgresMigrationPlan: Sendable {
    private let migrations: [PostgresMigration]
    private let database: String

    /// The key of the advisory lock that a process holds while it runs migrations: "tapctl" in ASCII.
    private static let lock: Int64 = 0x7461_7063_746C

    init(_ migrations: [PostgresMigration], at database: String) {
        precondition(
            Set(migrations.map(\.name)).count == migrations.count, "two migrations have the same name")
        (self.migrations, self.database) = (migrations, database)
    }

    /// Returns the migrations that were not applied yet, in order.
    ///
    /// - Throws: ``PostgresError`` with code `newer` if this program does not know some of the applied
    ///   migrations, or `notOurs` if it knows none of them.
    func missing(after done: Set<String>) throws(PostgresError) -> [PostgresMigration] {
        let unknown = done.subtracting(migrations.map(\.name)).sorted().joined(separator: ", ")
        guard unknown.isEmpty else {
            throw migrations.contains { done.contains($0.name) } ? newer(unknown) : foreign(unknown)
        }
        return migrations.filter { !done.contains($0.name) }
    }

    /// Runs the missing migrations in one transaction.
    ///
    /// Several processes can call this function simultaneously. The first process that gets the lock runs the
    /// migrations. The other processes wait, and then find no missing migrations.
    func run(on connection: PostgresConnection) throws {
        guard !migrations.isEmpty else { return }
        let settings = connection.settings
        let usual = connection.responseTimeout
        defer { connection.responseTimeout = usual }
        let missing = try connection.transaction(
            .reading, until: Deadline(after: settings.transactionTimeout)
        ) {
            try self.missing(in: $0)
        }
        guard !missing.isEmpty else { return }
        connection.responseTimeout = settings.migrationTimeout + .seconds(1)
        let limit = Deadline(after: settings.migrationTimeout + .seconds(1))
        try connection.transaction(.migrating, until: limit) { connection in
            try connection.command(
                "SET LOCAL statement_timeout = \(settings.migrationTimeout.wholeMilliseconds)")
            _ = try connection.rows("SELECT pg_advisory_xact_lock(\(Self.lock))")
            for migration in try self.missing(in: connection) {
                try connection.script("CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY)")
                try connection.script(migration.sql)
                _ = try connection.rows("INSERT INTO migration VALUES (?)", [.text(migration.name)])
            }
        }
    }

    private func missing(in connection: PostgresConnection) throws(PostgresError) -> [PostgresMigration] {
        // `to_regclass` may return a cached result from before the table was created by another process.
        let tables = try connection.rows(
            """
            SELECT 1 FROM pg_catalog.pg_class WHERE relname = 'migration' AND relkind = 'r'
              AND relnamespace = (SELECT oid FROM pg_catalog.pg_namespace WHERE nspname = current_schema())
            """)
        guard tables.count > 0 else { return migrations }
        return try missing(after: connection.rows("SELECT name FROM migration").texts)
    }

    private func newer(_ unknown: String) -> PostgresError {
        PostgresError(
            .newer, at: database, "a newer version of the program has changed this database",
            reason: "the database has migrations unknown to this version: \(unknown)",
            remedy: "use the newer version of the program")
    }

    private func foreign(_ unknown: String) -> PostgresError {
        PostgresError(
            .notOurs, at: database, "this database belongs to another program",
            reason: "this program knows none of the database's migrations: \(unknown)",
            remedy: "check the address; this may be the wrong database")
    }
}
