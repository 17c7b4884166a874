public import DatabaseKit

/// The tables for the results of full reconciliations.
public enum ReconcileMigrations {
    /// The migrations, in order. A released migration never changes.
    public static let all = [
        Migration(
            "reconcile.1",
            """
            CREATE TABLE books_gap (
              number INTEGER PRIMARY KEY AUTOINCREMENT, cause TEXT NOT NULL, since INTEGER NOT NULL,
              found INTEGER NOT NULL, is_open INTEGER NOT NULL) STRICT;
            CREATE INDEX books_gap_open ON books_gap (number) WHERE is_open = 1;
            CREATE TABLE dismissal (
              id TEXT PRIMARY KEY, time INTEGER NOT NULL, body BLOB NOT NULL) STRICT, WITHOUT ROWID;
            CREATE INDEX dismissal_time ON dismissal (time, id);
            """)
    ]
}
