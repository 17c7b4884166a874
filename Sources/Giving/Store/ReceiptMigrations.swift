public import DatabaseKit

/// The tables of receipts and their series.
public enum ReceiptMigrations {
    /// In order; a released one never changes.
    public static let all = [
        Migration(
            "receipts.1",
            """
            CREATE TABLE receipt_series (
              organization TEXT NOT NULL, year INTEGER NOT NULL, last INTEGER NOT NULL,
              PRIMARY KEY (organization, year)) STRICT, WITHOUT ROWID;
            CREATE TABLE receipt (
              organization TEXT NOT NULL, year INTEGER NOT NULL, position INTEGER NOT NULL,
              gift TEXT NOT NULL, revision INTEGER NOT NULL, donor TEXT, body BLOB NOT NULL,
              PRIMARY KEY (organization, year, position)) STRICT, WITHOUT ROWID;
            CREATE UNIQUE INDEX receipt_gift ON receipt (gift, revision);
            CREATE INDEX receipt_donor ON receipt (donor) WHERE donor IS NOT NULL;
            """)
    ]
}
