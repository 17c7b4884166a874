public import DatabaseKit
import Foundation
import PostgresKit
import Synchronization
public import Testing

/// The database of a test, on the engine that `TAPKIT_DATABASE` selects: `sqlite` (the default) or
/// `postgres`.
///
/// On PostgreSQL, it is a separate schema, which is dropped with the value.
public final class TestStore: TransactionRunner {
    private enum Engine {
        case sqlite(DatabaseFile)
        case postgres(TestSchema)
    }

    private let engine: Engine
    private let migrations: [Migration]
    private let isClosed = Atomic(false)

    /// Whether the tests run on PostgreSQL.
    public static let isPostgres = ProcessInfo.processInfo.environment["TAPKIT_DATABASE"] == "postgres"

    /// Creates a database with the tables of `migrations`.
    ///
    /// - Parameter path: The path of the file on SQLite.
    public convenience init(at path: String, _ migrations: [Migration]) throws {
        let engine: Engine =
            Self.isPostgres
            ? .postgres(TestSchema(migrations))
            : .sqlite(try DatabaseFile.open(at: path, migrations: migrations))
        self.init(engine, migrations)
    }

    private init(_ engine: Engine, _ migrations: [Migration]) {
        (self.engine, self.migrations) = (engine, migrations)
    }

    /// Returns another value for the same database, as another program opens it.
    public func openedAgain() throws -> TestStore {
        switch engine {
        case .sqlite(let file):
            TestStore(.sqlite(try DatabaseFile.open(at: file.path, migrations: migrations)), migrations)
        case .postgres: TestStore(engine, migrations)
        }
    }

    /// Closes the database. Later transactions fail.
    public func close() throws {
        isClosed.store(true, ordering: .relaxed)
        if case .sqlite(let file) = engine { try file.close() }
    }

    // MARK: Transactions

    /// Runs a transaction.
    public func write<T: Sendable>(_ work: @escaping @Sendable (Transaction) throws -> T) async throws -> T {
        switch engine {
        case .sqlite(let file): try await file.write(work)
        case .postgres(let schema): try await database(schema).write(work)
        }
    }

    /// Runs a transaction ahead of the queue.
    public func writeAhead<T: Sendable>(
        _ work: @escaping @Sendable (Transaction) throws -> T
    ) async throws -> T {
        switch engine {
        case .sqlite(let file): try await file.writeAhead(work)
        case .postgres(let schema): try await database(schema).writeAhead(work)
        }
    }

    /// Runs a counted transaction.
    public func writeCounted<T: Sendable>(
        sharing shared: String?, _ work: @escaping @Sendable (Transaction) throws -> T
    ) async throws -> T {
        switch engine {
        case .sqlite(let file): try await file.writeCounted(sharing: shared, work)
        case .postgres(let schema): try await database(schema).writeCounted(sharing: shared, work)
        }
    }

    /// Whether servers on several machines can use the database.
    public var servesSeveralNodes: Bool {
        if case .postgres = engine { return true }
        return false
    }

    /// Returns the database's current version.
    public func version() async throws -> DatabaseVersion? {
        switch engine {
        case .sqlite(let file): try await file.version()
        case .postgres(let schema): try await database(schema).version()
        }
    }

    /// Runs a transaction that only reads.
    public func read<T: Sendable>(_ work: @escaping @Sendable (Transaction) throws -> T) async throws -> T {
        switch engine {
        case .sqlite(let file): try await file.read(work)
        case .postgres(let schema): try await database(schema).read(work)
        }
    }

    private func database(_ schema: TestSchema) async throws -> PostgresDatabase {
        guard !isClosed.load(ordering: .relaxed) else {
            throw DatabaseFileError(.closed, at: "PostgreSQL", "the database is closed")
        }
        return try await schema.database.value
    }

    // MARK: SQL

    /// Returns SQL for the text of a column that contains bytes.
    public static func text(ofBytes column: String) -> String {
        isPostgres ? "convert_from(\(column), 'UTF8')" : "CAST(\(column) AS TEXT)"
    }

    /// Returns SQL for the bytes of a text.
    public static func bytes(ofText sql: String) -> String {
        isPostgres ? "convert_to(\(sql), 'UTF8')" : "CAST(\(sql) AS BLOB)"
    }

    // MARK: SQLite

    /// The file on SQLite. Tests that use it have the trait `.sqlite`.
    public var sqlite: DatabaseFile {
        guard case .sqlite(let file) = engine else { preconditionFailure("the test is not on SQLite") }
        return file
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips tests of the SQLite file itself, and tests that need all seeds, when the tests run on
    /// PostgreSQL.
    public static var sqlite: ConditionTrait {
        .disabled(if: TestStore.isPostgres, "it is about the SQLite file, or needs all seeds")
    }
}

/// A schema of the shared server, which is dropped with the value.
private final class TestSchema: Sendable {
    /// The database, which is opened when it is first used.
    let database: Task<PostgresDatabase, any Error>
    private let name = "test_\(count.add(1, ordering: .relaxed).newValue)"

    private static let count = Atomic(0)
    /// A database in which all schemas are created.
    private static let shared = Task {
        let settings = try TestSchema.settings(of: await PostgresServer.shared().makeDatabase().connection)
        return (settings: settings, opened: try await PostgresDatabase.open(settings))
    }

    private static let translated = Mutex<[[String]: [PostgresMigration]]>([:])

    /// Returns the migrations for PostgreSQL. Their translation takes longer than the rest of a small test.
    private static func translate(_ migrations: [Migration]) throws -> [PostgresMigration] {
        let names = migrations.map(\.name)
        if let known = translated.withLock({ $0[names] }) { return known }
        let list = try PostgresMigration.all(migrations)
        translated.withLock { $0[names] = list }
        return list
    }

    private static func settings(of connection: String) throws -> PostgresSettings {
        var settings = try PostgresSettings(connection)
        // Many tests run at the same time on one server.
        settings.connectionLimit = 4
        settings.connectTimeout = .seconds(30)
        settings.statementTimeout = .seconds(60)
        settings.transactionTimeout = .seconds(60)
        return settings
    }

    init(_ migrations: [Migration]) {
        database = Task { [name] in
            let (shared, opened) = try await Self.shared.value
            try await opened.write { try $0.run("CREATE SCHEMA \(name)") }
            var settings = shared
            settings.schema = name
            return try await PostgresDatabase.open(settings, migrations: Self.translate(migrations))
        }
    }

    deinit {
        Task { [database, name] in
            try await database.value.close()
            try await Self.shared.value.opened.write { try $0.run("DROP SCHEMA \(name) CASCADE") }
        }
    }
}
