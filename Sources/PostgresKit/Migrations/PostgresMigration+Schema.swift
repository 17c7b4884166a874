public import DatabaseKit

extension PostgresMigration {
    /// Returns the migrations for PostgreSQL databases. They have the same names as the migrations for
    /// SQLite.
    ///
    /// The first migration creates the tables and indexes of all SQLite migrations except those in `later`.
    /// The other migrations that are not in `later` do nothing.
    ///
    /// - Parameters:
    ///   - migrations: SQLite's migrations, in order.
    ///   - later: The migrations that were added when PostgreSQL databases already existed, in the order in
    ///     which they were added, with SQL for PostgreSQL. Each has the name of one of SQLite's migrations.
    /// - Throws: ``PostgresSchemaError`` if SQLite's migrations create something that cannot be translated.
    public static func all(
        _ migrations: [Migration], later: [PostgresMigration] = []
    ) throws -> [PostgresMigration] {
        let added = Set(later.map(\.name))
        precondition(
            added.isSubset(of: migrations.map(\.name)),
            "a migration for PostgreSQL has no counterpart in SQLite")
        let schema = try PostgresSchema(madeBy: migrations.filter { !added.contains($0.name) })
        let creation = schema.statements.joined(separator: ";\n")
        // PostgreSQL reports a script without a statement as an error.
        let first = schema.migrations.first
        return schema.migrations.map { PostgresMigration($0, $0 == first ? creation : "SELECT 1") } + later
    }
}
