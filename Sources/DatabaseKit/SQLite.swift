import CSQLite

/// The SQLite that this process has loaded.
public enum SQLite {
    /// Its version, such as `3.40.1`.
    public static var version: String { String(cString: sqlite3_libversion()) }
}

/// SQLite's memory statistics for all its connections. They need one mutex for the whole process, which is locked
/// whenever any connection allocates memory. Writers of two files and their readers would wait for each other, and the
/// statistics are never read.
///
/// Source: SQLite documentation, "Configuration Options", `SQLITE_CONFIG_MEMSTATUS`.
enum SharedMemoryCounter {
    /// Ends the counting, once a process and before its first connection; later it is refused, and does no harm.
    static let end: Void = { _ = sqlite3_config_memstatus(0) }()
}
