package import DatabaseKit

extension PostgresDatabase {
    /// Checks that the database is empty or was created by this program.
    ///
    /// - Throws: ``PostgresError`` with code `notEmpty` if the database has tables, but not this program's
    ///   table of migrations.
    package func checkForeignTables() async throws {
        let tables = try await transaction(.reading) { try CopyTarget.tables(in: $0, andMigrations: true) }
        guard let first = tables.sorted().first, !tables.contains("migration") else { return }
        throw PostgresError(
            .notEmpty, at: name, "the database belongs to another program",
            reason: "the database has the table \(first)",
            remedy: "use a new database")
    }

    /// Copies all rows of a SQLite file in one transaction.
    ///
    /// Both databases must have the same tables, and the tables of this database must be empty. While the
    /// rows are being copied, no other program can open this database. Automatically assigned row numbers
    /// remain the same, and new rows get higher numbers.
    ///
    /// - Parameters:
    ///   - file: The SQLite file.
    ///   - isCancelled: Returns whether the caller has canceled the copy.
    ///   - check: Compares the file and the copy before the copy is committed.
    /// - Returns: The tables that were copied, and the result of `check`.
    /// - Throws: ``PostgresError``, for example with code `notOurs` if the tables differ or `notEmpty` if a
    ///   table contains rows; `CancellationError`; or an error that `check` throws. If the code is `unknown`,
    ///   the copy may have been committed. After any other error, nothing was copied.
    package func copy<Value: Sendable>(
        of file: DatabaseFile, isCancelled: @escaping @Sendable () -> Bool,
        checking check: @escaping @Sendable (_ file: Transaction, _ copy: Transaction) throws -> Value
    ) async throws -> (tables: [CopiedTable], value: Value) {
        try await transaction(.counted) { connection in
            let target = try CopyTarget(connection)
            return try file.blockingRead { source in
                let tables = try DatabaseFile.tables(in: source)
                try target.check(tables)
                for table in tables { try target.copy(table, from: source, isCancelled) }
                let copy = Transaction(runner: PostgresRunner(connection))
                return (tables, try check(source, copy))
            }
        }
    }
}

/// The tables of the PostgreSQL database that receives the copied rows.
private struct CopyTarget {
    private let connection: PostgresConnection
    private let tables: Set<String>
    /// The columns whose strings must be in lower case, keyed by table. In SQLite, comparisons with these
    /// columns ignore case.
    private let folded: [String: Set<String>]
    /// The columns whose values PostgreSQL generates from a sequence, keyed by table.
    private let numbered: [String: Set<String>]

    /// Locks the table of migrations, so that no other program can open the database, and reads the schema.
    init(_ connection: PostgresConnection) throws {
        self.connection = connection
        try connection.command("LOCK TABLE migration IN ACCESS EXCLUSIVE MODE")
        tables = try Self.tables(in: connection)
        folded = try Self.columns(
            """
            SELECT c.relname, a.attname FROM pg_catalog.pg_constraint k
            JOIN pg_catalog.pg_class c ON c.oid = k.conrelid
            JOIN pg_catalog.pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
            WHERE k.contype = 'c' AND c.relnamespace = \(Self.schema)
              AND pg_catalog.pg_get_constraintdef(k.oid)
                = 'CHECK ((' || quote_ident(a.attname) || ' = lower(' || quote_ident(a.attname) || ')))'
            """, in: connection)
        numbered = try Self.columns(
            """
            SELECT c.relname, a.attname FROM pg_catalog.pg_class c
            JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid
            WHERE c.relkind = 'r' AND a.attidentity <> '' AND c.relnamespace = \(Self.schema)
            """, in: connection)
    }

    private static let schema =
        "(SELECT oid FROM pg_catalog.pg_namespace WHERE nspname = current_schema())"

    /// Returns the names of the tables in the schema. Omits the table of migrations unless `andMigrations` is
    /// true.
    static func tables(
        in connection: PostgresConnection, andMigrations: Bool = false
    ) throws -> Set<String> {
        let names = try connection.rows(
            "SELECT relname FROM pg_catalog.pg_class WHERE relkind = 'r' AND relnamespace = \(schema)"
        ).texts
        return andMigrations ? names : names.subtracting(["migration"])
    }

    private static func columns(
        _ sql: String, in connection: PostgresConnection
    ) throws -> [String: Set<String>] {
        let rows = try connection.rows(sql)
        var columns: [String: Set<String>] = [:]
        for row in 0..<rows.count {
            guard let table = rows.text(row: row, column: 0), let column = rows.text(row: row, column: 1)
            else { continue }
            columns[table, default: []].insert(column)
        }
        return columns
    }

    /// Checks that the database has the same tables as the file, and that these tables have no rows.
    func check(_ source: [CopiedTable]) throws {
        let names = Set(source.map(\.name))
        if let other = names.symmetricDifference(tables).sorted().first {
            throw PostgresError(
                .notOurs, at: connection.database, "the file and the database have different tables",
                reason: names.contains(other)
                    ? "only the file has the table \(other)" : "only the database has the table \(other)",
                remedy: "use a new database, and a file with only this program's tables")
        }
        for name in names.sorted() where try connection.rows("SELECT 1 FROM \(name) LIMIT 1").count > 0 {
            throw PostgresError(
                .notEmpty, at: connection.database, "the database already contains data",
                reason: "the table \(name) has rows", remedy: "use a new database")
        }
    }

    /// Copies the rows of a table, and then sets the table's sequences, so that new rows get higher numbers
    /// than the copied rows.
    func copy(_ table: CopiedTable, from source: Transaction, _ isCancelled: () -> Bool) throws {
        let name = table.name
        let folded = folded[name] ?? []
        let list = table.columns.joined(separator: ", ")
        let places = table.columns.map { _ in "?" }.joined(separator: ", ")
        let insert = "INSERT INTO \(name) (\(list)) VALUES (\(places))"
        _ = try source.all("SELECT \(list) FROM \(name)") { row in
            if isCancelled() { throw CancellationError() }
            var cells = row.cells(table.columns.count)
            for (place, column) in table.columns.enumerated() where folded.contains(column) {
                if case .text(let text) = cells[place] { cells[place] = .text(text.caseKey) }
            }
            try connection.run(insert, cells)
        }
        let copied = try connection.rows("SELECT COUNT(*) FROM \(name)").value(row: 0, column: 0)
        guard copied == .integer(table.rows) else {
            throw PostgresError(
                .internal, at: connection.database, "the copy of the table \(name) is not complete",
                reason: "the number of rows should be \(table.rows), but the copy has a different number")
        }
        for column in (numbered[name] ?? []).sorted() {
            guard let last = try DatabaseFile.highest(column, of: name, in: source), last > 0 else {
                continue
            }
            _ = try connection.rows(
                "SELECT setval(pg_get_serial_sequence(?, ?), ?)",
                [.text(name), .text(column), .integer(last)])
        }
    }
}
