import DatabaseKit
import GRDB

/// The migrations for the tables of donors and their totals.
enum DonorMigrations {
    /// The migrations, in order. A released migration never changes.
    static let all = [
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
            """),
        Migration("donors.2") { database in
            try database.execute(
                sql: """
                    CREATE TABLE donor_word (
                      word TEXT NOT NULL, donor TEXT NOT NULL, PRIMARY KEY (word, donor)) STRICT, WITHOUT ROWID;
                    CREATE INDEX donor_word_donor ON donor_word (donor);
                    """)
            let donors = try Row.fetchCursor(
                database, sql: "SELECT id, json_extract(CAST(body AS TEXT), '$.name') AS name FROM donor")
            while let donor = try donors.next() {
                for word in NameWords.of(donor["name"]) {
                    try database.execute(
                        sql: "INSERT INTO donor_word (word, donor) VALUES (?, ?)",
                        arguments: [word, donor["id"] as String])
                }
            }
        },
    ]
}
