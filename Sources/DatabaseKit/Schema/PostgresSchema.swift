import GRDB

/// The PostgreSQL statements that create the same tables and indexes as the migrations do in SQLite.
///
/// A new PostgreSQL database starts from this schema, because migrations contain SQL that only SQLite runs.
/// The database must have the `C` locale: strings are then sorted by bytes, and `lower` changes only ASCII
/// letters, as in SQLite.
package struct PostgresSchema: Equatable, Sendable {
    /// The names of the migrations whose effects the schema contains.
    package let migrations: [String]
    /// The statements in the order in which they must run. The statement for the table of applied migrations
    /// is not included.
    package let statements: [String]

    /// Creates the schema of an empty database to which the migrations have been applied.
    ///
    /// - Throws: ``PostgresSchemaError`` if the migrations create something that cannot be translated.
    package init(madeBy migrations: [Migration]) throws {
        self.migrations = migrations.map(\.name)
        let objects = try Migration.applied(migrations) { database in
            try String.fetchAll(
                database,
                sql: """
                    SELECT sql FROM sqlite_schema
                    WHERE sql <> '' AND substr(name, 1, 7) <> 'sqlite_' ORDER BY rowid
                    """)
        }
        statements = try objects.map(Self.translated)
    }

    /// Translates a statement that creates a table or an index.
    ///
    /// - Throws: ``PostgresSchemaError`` if the statement contains something whose translation is not known.
    package static func translated(_ statement: String) throws(PostgresSchemaError) -> String {
        var reader = try SchemaReader(statement)
        try reader.expect("CREATE")
        let isUnique = reader.skip("UNIQUE")
        if reader.skip("INDEX") { return try reader.index(isUnique: isUnique) }
        guard !isUnique, reader.skip("TABLE") else { throw reader.unknown }
        return try reader.table()
    }
}

/// An error for an SQLite statement that cannot be translated to PostgreSQL.
package struct PostgresSchemaError: Error, Equatable, CustomStringConvertible {
    /// The statement as written for SQLite.
    package let statement: String
    /// The word or symbol whose translation is not known. Empty if the statement ends too early.
    package let word: String

    package var description: String {
        let subject = word.isEmpty ? "an incomplete statement" : "\"\(word)\""
        return "cannot translate \(subject) for PostgreSQL: \(statement)"
    }
}
