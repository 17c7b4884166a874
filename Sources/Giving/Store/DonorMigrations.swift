public import DatabaseKit

/// The table of donors.
public enum DonorMigrations {
    /// In order; a released one never changes.
    public static let all = [
        Migration(
            "donors.1",
            """
            CREATE TABLE donor (id TEXT PRIMARY KEY, email TEXT NOT NULL, body BLOB NOT NULL) STRICT, WITHOUT ROWID;
            CREATE UNIQUE INDEX donor_email ON donor (email);
            """)
    ]
}
