import DatabaseKit

/// The migrations for the tables of sign-in links and donor sessions. These tables store hashes instead of
/// tokens.
enum SignInMigrations {
    /// The migrations, in order. A released migration never changes.
    static let all = [
        Migration(
            "signin.1",
            """
            CREATE TABLE sign_in_link (
              id TEXT PRIMARY KEY, email TEXT NOT NULL, asked INTEGER NOT NULL, sent INTEGER, donor TEXT,
              hash TEXT, used INTEGER) STRICT, WITHOUT ROWID;
            CREATE INDEX sign_in_link_email ON sign_in_link (email);
            CREATE INDEX sign_in_link_asked ON sign_in_link (asked);
            CREATE UNIQUE INDEX sign_in_link_hash ON sign_in_link (hash) WHERE hash IS NOT NULL;
            CREATE INDEX sign_in_link_waiting ON sign_in_link (id) WHERE sent IS NULL;
            CREATE TABLE donor_session (
              hash TEXT PRIMARY KEY, donor TEXT NOT NULL, ends INTEGER NOT NULL) STRICT, WITHOUT ROWID;
            CREATE INDEX donor_session_donor ON donor_session (donor);
            CREATE INDEX donor_session_ends ON donor_session (ends);
            """)
    ]
}
