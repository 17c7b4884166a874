import CSQLite
import GRDB

/// The tables, indexes, views and triggers of a database.
struct DatabaseSchema: Equatable {
    struct Object: Hashable, Comparable {
        /// The kind of object: `table`, `index`, `view` or `trigger`.
        let kind: String
        let name: String

        static func < (a: Object, b: Object) -> Bool { (a.kind, a.name) < (b.kind, b.name) }
    }

    /// The SQL statement of each object, on one line and without double quotation marks. The statement is
    /// empty for an index that SQLite created automatically, such as the index of a primary key.
    private(set) var statements: [Object: String] = [:]

    /// The maximum number of objects that are read from a file.
    static let mostObjects = 10_000
    static let query = "SELECT type, name, sql FROM sqlite_schema LIMIT \(mostObjects)"

    /// Adds an object from a row of `sqlite_schema`. Skips the tables that contain the query planner's
    /// statistics.
    mutating func add(kind: String, name: String, sql: String) {
        if kind == "table", ["sqlite_stat1", "sqlite_stat4"].contains(name) { return }
        statements[Object(kind: kind, name: name)] = sql.replacing("\"", with: "")
            .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Returns the schema that the migrations create in an empty database.
    static func made(by migrations: [Migration]) throws -> DatabaseSchema {
        try Migration.applied(migrations) { database in
            var schema = DatabaseSchema()
            for row in try Row.fetchAll(database, sql: query) {
                schema.add(kind: row[0], name: row[1], sql: row[2] ?? "")
            }
            if !migrations.isEmpty { schema.addMigrationTable() }
            return schema
        }
    }

    /// Returns the differences between this schema and `made`, the schema that the migrations create. Each
    /// difference is a clause.
    func differences(from made: DatabaseSchema) -> [String] {
        var differences: [String] = []
        for (object, statement) in statements.sorted(by: { $0.key < $1.key }) {
            let (kind, name) = (object.kind, object.name)
            if made.statements[object] == nil {
                differences.append("the database has the \(kind) \(name), which no migration created")
            } else if made.statements[object] != statement {
                differences.append("the \(kind) \(name) differs from its definition in the migrations")
            }
        }
        let missing = made.statements.keys.filter { statements[$0] == nil }.sorted()
        return differences + missing.map { "the \($0.kind) \($0.name) is missing" }
    }
}

extension DatabaseFile {
    /// Compares a file's schema with the schema that the file's migrations create. The comparison finds
    /// triggers and views that this program did not create. Such triggers and views could change or disclose
    /// data.
    ///
    /// The file must not be in use and must have no log. This function does not change the file and creates
    /// no other file, so the file can be on a read-only medium.
    ///
    /// - Returns: The differences, each as a clause. Empty if the schemas are equal.
    /// - Throws: ``DatabaseFileError`` with code `newer` or `notOurs` if the file has a migration that is not
    ///   in `migrations`, `corrupt` if the file's schema cannot be read, or the code for another SQLite
    ///   error.
    public static func schemaDifferences(
        at path: String, migrations: [Migration]
    ) throws -> [String] {
        do {
            let reader = try ImmutableReader(path)
            var schema = DatabaseSchema()
            try reader.forEachRow(of: DatabaseSchema.query) { row in
                schema.add(kind: row.text(0), name: row.text(1), sql: row.text(2))
            }
            var done: Set<String> = []
            // The names are read only if the table is exactly as this program creates it.
            if schema.hasMigrationTable {
                try reader.forEachRow(of: "SELECT name FROM migration") { done.insert($0.text(0)) }
            }
            let plan = MigrationPlan(migrations, at: path)
            _ = try plan.missing(after: done)
            return schema.differences(from: try .made(by: migrations.filter { done.contains($0.name) }))
        } catch {
            throw DatabaseFileError.translated(error, at: path)
        }
    }
}

extension DatabaseSchema {
    private mutating func addMigrationTable() {
        add(kind: "table", name: "migration", sql: "CREATE TABLE \(MigrationPlan.table)")
    }

    fileprivate var hasMigrationTable: Bool {
        var made = DatabaseSchema()
        made.addMigrationTable()
        return made.statements.allSatisfy { statements[$0.key] == $0.value }
    }
}

/// A connection that reads a file without locking it and without creating other files next to it.
///
/// Source: SQLite, "Uniform Resource Identifiers", parameter `immutable`.
private final class ImmutableReader {
    private let path: String
    private let connection: OpaquePointer

    struct Row {
        fileprivate let statement: OpaquePointer

        /// Returns the text of a column, or an empty string if the column is null.
        func text(_ column: Int32) -> String {
            sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
        }
    }

    init(_ path: String) throws(DatabaseFileError) {
        self.path = path
        var connection: OpaquePointer?
        let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX
        let code = sqlite3_open_v2(Self.address(of: path), &connection, flags, nil)
        guard code == SQLITE_OK, let connection else {
            let error = DatabaseFileError(
                .cannotOpen, at: path, "the file cannot be opened", reason: Self.message(of: connection),
                remedy: "check the path")
            sqlite3_close(connection)
            throw error
        }
        self.connection = connection
        // With these settings, expressions in the schema cannot call functions that have side effects.
        sqlite3_exec(connection, "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON", nil, nil, nil)
    }

    deinit { sqlite3_close(connection) }

    func forEachRow(of sql: String, _ body: (Row) -> Void) throws(DatabaseFileError) {
        var prepared: OpaquePointer?
        guard sqlite3_prepare_v2(connection, sql, -1, &prepared, nil) == SQLITE_OK, let statement = prepared
        else { throw unreadable }
        defer { sqlite3_finalize(statement) }
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: body(Row(statement: statement))
            case SQLITE_DONE: return
            default: throw unreadable
            }
        }
    }

    private var unreadable: DatabaseFileError {
        DatabaseFileError(
            .corrupt, at: path, "the file's schema cannot be read", reason: Self.message(of: connection),
            remedy: "keep a copy of the file and restore the last backup")
    }

    private static func message(of connection: OpaquePointer?) -> String {
        connection.map { String(cString: sqlite3_errmsg($0)) } ?? "SQLite is out of memory"
    }

    /// Returns the SQLite URI of a file, with the `immutable=1` parameter. In the path, all bytes except
    /// ASCII letters, digits and `/-._` are percent-encoded.
    private static func address(of path: String) -> String {
        var address = "file:"
        for byte in path.utf8 {
            let scalar = Unicode.Scalar(byte)
            if scalar.properties.isAlphabetic && scalar.isASCII || "0123456789/-._".utf8.contains(byte) {
                address.unicodeScalars.append(scalar)
            } else {
                address += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }
        return address + "?immutable=1"
    }
}
