import DatabaseKit
import TestSupport
import Testing

@testable import PostgresKit

@Suite(.postgres)
struct SchemaMigrationTests {
    private static let gifts = [
        Migration("gifts.1", "CREATE TABLE gift (id TEXT PRIMARY KEY COLLATE NOCASE, body BLOB) STRICT;"),
        Migration("gifts.2", "ALTER TABLE gift ADD COLUMN day TEXT; CREATE INDEX gift_day ON gift (day);"),
    ]
    private static let payments = [
        Migration("payments.1", "CREATE TABLE payment (number INTEGER PRIMARY KEY, gift TEXT) STRICT;"),
        Migration("payments.2", "ALTER TABLE payment ADD COLUMN time INTEGER;"),
    ]
    private static let later = PostgresMigration("payments.2", "ALTER TABLE payment ADD COLUMN time BIGINT")

    /// Opens a database, and returns its columns and the names of the applied migrations.
    private static func contents(
        _ settings: PostgresSettings, _ migrations: [PostgresMigration]
    ) async throws -> [String] {
        let database = try await PostgresDatabase.open(settings, migrations: migrations)
        let contents = try await database.transaction(.reading) { connection in
            let rows = try connection.rows(
                """
                SELECT CAST(table_name || '.' || column_name || ' ' || data_type AS TEXT) AS line
                FROM information_schema.columns
                WHERE table_schema = current_schema() AND table_name <> 'migration'
                UNION ALL SELECT name FROM migration ORDER BY line
                """)
            return (0..<rows.count).compactMap { row -> String? in
                guard case .text(let line)? = rows.value(row: row, column: 0) else { return nil }
                return line
            }
        }
        await database.close()
        return contents
    }

    @Test("a new database has the tables of SQLite, and the names of its migrations")
    func new() async throws {
        let settings = try await PostgresServer.shared().settings()
        let migrations = try PostgresMigration.all(Self.gifts + Self.payments)
        let expected = [
            "gift.body bytea", "gift.day text", "gift.id text", "gifts.1", "gifts.2", "payment.gift text",
            "payment.number bigint", "payment.time bigint", "payments.1", "payments.2",
        ]
        #expect(try await Self.contents(settings, migrations) == expected)
        #expect(try await Self.contents(settings, migrations) == expected)
    }

    @Test("a later migration runs in an earlier database, and in a new one")
    func later() async throws {
        let (earlier, new) = (
            try await PostgresServer.shared().settings(), try await PostgresServer.shared().settings()
        )
        let first = try PostgresMigration.all(Self.gifts + Self.payments.dropLast())
        #expect(try await Self.contents(earlier, first).count == 8)
        let migrations = try PostgresMigration.all(Self.gifts + Self.payments, later: [Self.later])
        let changed = try await Self.contents(earlier, migrations)
        #expect(changed.contains("payment.time bigint"))
        #expect(try await Self.contents(new, migrations) == changed)
    }

    @Test("SQL that has no translation is refused")
    func unknown() {
        #expect(throws: PostgresSchemaError.self) {
            try PostgresMigration.all([Migration("a.1", "CREATE VIEW a AS SELECT 1;")])
        }
    }
}
