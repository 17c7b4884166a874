public import DatabaseKit

/// The tables of donors, and of what they have given.
public enum DonorMigrations {
    /// In order; a released one never changes.
    public static let all = [
        Migration(
            "donors.1",
            """
            CREATE TABLE donor (id TEXT PRIMARY KEY, email TEXT NOT NULL, body BLOB NOT NULL) STRICT, WITHOUT ROWID;
            CREATE UNIQUE INDEX donor_email ON donor (email);
            CREATE TABLE donor_total (
              donor TEXT NOT NULL, organization TEXT NOT NULL, currency TEXT NOT NULL, amount INTEGER NOT NULL,
              gifts INTEGER NOT NULL, last INTEGER NOT NULL,
              PRIMARY KEY (donor, organization, currency)) STRICT, WITHOUT ROWID;
            CREATE INDEX donor_total_organization ON donor_total (organization, donor);
            """)
    ]
}
