import CSQLite
import Foundation
import GRDB

extension DatabaseFile {
    /// The options for opening a file.
    public struct Options: Sendable {
        /// Whether to open the file only for reading. If true, no migration runs, and
        /// ``DatabaseFile/write(_:)`` throws an error.
        public var readOnly: Bool
        /// Whether a missing file causes an error. If false, a missing file is created.
        public var mustExist: Bool
        /// The maximum time to wait while another process has locked the file. The default is five seconds.
        public var busyTimeout: Duration

        /// Creates options. By default, the file is writable, and a missing file is created.
        public init(readOnly: Bool = false, mustExist: Bool = false, busyTimeout: Duration = .seconds(5)) {
            self.readOnly = readOnly
            self.mustExist = mustExist
            self.busyTimeout = busyTimeout
        }
    }

    /// Opens a database file and applies all missing migrations, in order. If the file and its log do not
    /// exist, creates them with mode 0600.
    ///
    /// Several processes may call this function simultaneously. The function blocks until the migrations are
    /// complete.
    ///
    /// - Parameters:
    ///   - path: The file's path. Its folder must exist.
    ///   - migrations: The migrations of all modules that use the file. All missing migrations run in a
    ///     single transaction.
    ///   - options: The connection options.
    /// - Throws: ``DatabaseFileError`` with code `newer` if the file has a migration that is not in
    ///   `migrations`; `notOurs` if the database belongs to another program; `readOnly` if the file must be
    ///   changed but is not writable; or `corrupt` if the log is damaged and SQLite would discard committed
    ///   transactions. The names of all other codes describe the cause.
    public static func open(
        at path: String, migrations: [Migration], options: Options = .init()
    ) throws(DatabaseFileError) -> DatabaseFile {
        SharedMemoryCounter.end
        try FilePlace(path: path, options: options).prepare()
        do {
            guard let identity = FileIdentity(at: path) else {
                throw DatabaseFileError(.missing, at: path, "no such file", remedy: "check the path")
            }
            let plan = MigrationPlan(migrations, at: path)
            let (pool, cut) = try LogCheck.opening(path) {
                try DatabasePool(path: path, configuration: configuration(plan, options))
            }
            try migrate(pool, plan, options)
            let log = try options.readOnly ? LogSync {} : log(of: pool, at: path)
            let checkpointer = Checkpointer(failing: log, at: path) {
                try DatabaseQueue(path: path, configuration: configuration(plan, options))
            }
            try identity.check(at: path)
            return DatabaseFile(
                path: path, options: options, pool: pool, identity: identity, log: log,
                checkpointer: checkpointer, logCut: cut)
        } catch let error as DatabaseFileError {
            throw error
        } catch let error as GRDB.DatabaseError {
            throw DatabaseFileError(error, at: path)
        } catch {
            throw DatabaseFileError(.internal, at: path, "the file cannot be opened", underlying: error)
        }
    }

    private static func migrate(_ pool: DatabasePool, _ plan: MigrationPlan, _ options: Options) throws {
        let missing = try pool.read { try plan.missing(in: $0) }
        guard let first = missing.first else { return }
        guard !options.readOnly else {
            throw DatabaseFileError(
                .readOnly, at: plan.path,
                "the file is from an older version of the program, and was opened read-only",
                reason: "the migration \(first.name) is missing",
                remedy: "open the file for writing to apply the migration")
        }
        try pool.writeWithoutTransaction { try plan.run(on: $0) }
    }

    /// Syncs the log's current contents, and returns the syncer for the log.
    ///
    /// If a program was killed, the log may contain commits whose sync failed, and only that program knew of
    /// the failure. Therefore, the log is also checkpointed. If the disk is full, the checkpoint is skipped,
    /// and readers can still open the file. If the disk fails to store the pages, opening the file fails.
    private static func log(of pool: DatabasePool, at path: String) throws -> LogSync {
        let name = try pool.writeWithoutTransaction { database in
            _ = try Checkpointer.move(on: database.sqliteConnection, at: path)
            return sqlite3_db_filename(database.sqliteConnection, "main").map { String(cString: $0) }
        }
        let file = try LogFile(of: name ?? path)
        try file.sync()
        return LogSync { () throws(DatabaseFileError) in try file.sync() }
    }

    /// Returns the configuration for all connections to the file.
    private static func configuration(_ plan: MigrationPlan, _ options: Options) -> Configuration {
        var configuration = Configuration()
        configuration.readonly = options.readOnly
        configuration.busyMode = .callback(waiting(for: options.busyTimeout))
        let retryPolicy = Int(options.busyTimeout / .milliseconds(1))
        configuration.prepareDatabase { database in
            if database.configuration.readonly {
                // GRDB sets its own timeout of ten seconds for readers. Readers wait only while a log is being
                // recovered.
                try database.execute(sql: "PRAGMA busy_timeout = \(retryPolicy)")
            }
            let id = try Int32.fetchOne(database, sql: "PRAGMA application_id")
            guard id == FilePlace.applicationID else {
                throw DatabaseFileError(
                    .notOurs, at: plan.path, "this file belongs to another program",
                    reason: "the file's application_id is not the one that this program uses",
                    remedy: "check the path; this may be the wrong file")
            }
            try FilePlace.refuseCutShort(
                plan.path, pageBytes: try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 0)
            // This check precedes all writes, including those of GRDB's own setup, so that a newer file is not
            // changed.
            _ = try plan.missing(in: database)
            // The cache is 8 MiB for the writing connection, and 4 MiB for each of up to five readers. The system
            // also caches the file. After most page splits, SQLite's commit scans the whole cache, because the split
            // briefly uses the number of the lock-byte page (balance_nonroot in btree.c). Memory maps are off: if
            // another process truncated the file, reading through a map would end this process (SIGBUS), while
            // read(2) returns an error. Sorting uses memory only, so that no donor's name is written to /tmp.
            // Deleted content is overwritten.
            try database.execute(
                sql: """
                    PRAGMA cache_size = \(database.configuration.readonly ? -4096 : -8192);
                    PRAGMA mmap_size = 0;
                    PRAGMA temp_store = MEMORY;
                    PRAGMA secure_delete = ON;
                    PRAGMA trusted_schema = OFF;
                    PRAGMA cell_size_check = ON;
                    """)
        }
        return configuration
    }

    /// Returns a busy handler that retries every millisecond until the timeout is reached.
    ///
    /// SQLite's own handler retries at growing intervals of up to 100 ms. A caller that has waited for a long
    /// time would then retry less often than a newer caller, and the newer caller would get the lock first.
    private static func waiting(for timeout: Duration) -> @Sendable (Int) -> Bool {
        let most = timeout / .milliseconds(1)
        return { tries in
            guard Double(tries) < most else { return false }
            usleep(1000)
            return true
        }
    }
}

/// The SQLite library that is loaded in this process.
public enum SQLite {
    /// The version, such as `3.40.1`.
    public static var version: String { String(cString: sqlite3_libversion()) }
}

/// SQLite's memory statistics for all connections. Collecting them requires a single mutex for the whole
/// process, which is locked whenever a connection allocates memory. Connections to different files would
/// therefore wait for each other, although nothing reads the statistics.
///
/// Source: SQLite documentation, "Configuration Options", `SQLITE_CONFIG_MEMSTATUS`.
enum SharedMemoryCounter {
    /// The call that turns SQLite's memory statistics off. It runs once per process, when this property is
    /// first read. Read this property before opening a connection. If SQLite is already in use, it refuses
    /// the call, which is harmless.
    static let end: Void = { _ = sqlite3_config_memstatus(0) }()
}
