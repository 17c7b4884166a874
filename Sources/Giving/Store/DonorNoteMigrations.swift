import DatabaseKit

/// The migrations for the table of staff notes about donors.
enum DonorNoteMigrations {
    /// The migrations, in order. A released migration never changes.
    static let all = [
        Migration(
            "donornotes.1",
            """
            CREATE TABLE donor_note (
              donor TEXT NOT NULL, organization TEXT NOT NULL, note TEXT NOT NULL, author TEXT NOT NULL,
              changed INTEGER NOT NULL, PRIMARY KEY (donor, organization)) STRICT, WITHOUT ROWID;
            """)
    ]
}
