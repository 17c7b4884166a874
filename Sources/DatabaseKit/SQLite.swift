import CSQLite

/// The SQLite that this process has loaded.
public enum SQLite {
    /// Its version, such as `3.40.1`.
    public static var version: String { String(cString: sqlite3_libversion()) }
}
