import CSQLite

/// The SQLite that this process has loaded.
public enum SQLite {
    /// Its version, such as `3.40.1`.
    public static var version: String { String(cString: sqlite3_libversion()) }
}

/// SQLite's count of the memory that all its connections hold: one mutex for the whole process, taken whenever any of
/// them asks for memory. Writers of two files and their readers wait for one another there, and nobody reads the count.
///
/// Source: SQLite documentation, "Configuration Options", `SQLITE_CONFIG_MEMSTATUS`.
enum SharedMemoryCounter {
    /// Ends the counting, once a process and before its first connection; later it is refused, and does no harm.
    static let end: Void = { _ = sqlite3_config_memstatus(0) }()
}
