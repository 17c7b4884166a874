import DatabaseKit

/// The migrations for the tables of receipts and their series.
enum ReceiptMigrations {
    /// The migrations, in order. A released migration never changes.
    static let all = [
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
            """),
        Migration(
            "receipts.2",
            // The segment is part of each number and therefore of the primary keys, so both tables must be recreated.
            """
            CREATE TABLE receipt_segment (
              number INTEGER PRIMARY KEY, begun INTEGER NOT NULL, backup_made INTEGER NOT NULL) STRICT;
            CREATE TABLE segmented_series (
              organization TEXT NOT NULL, year INTEGER NOT NULL, segment INTEGER NOT NULL, last INTEGER NOT NULL,
              PRIMARY KEY (organization, year, segment)) STRICT, WITHOUT ROWID;
            INSERT INTO segmented_series SELECT organization, year, 0, last FROM receipt_series;
            DROP TABLE receipt_series;
            ALTER TABLE segmented_series RENAME TO receipt_series;
            CREATE TABLE segmented_receipt (
              organization TEXT NOT NULL, year INTEGER NOT NULL, segment INTEGER NOT NULL,
              position INTEGER NOT NULL, gift TEXT NOT NULL, revision INTEGER NOT NULL, donor TEXT,
              body BLOB NOT NULL, PRIMARY KEY (organization, year, segment, position)) STRICT, WITHOUT ROWID;
            INSERT INTO segmented_receipt
              SELECT organization, year, 0, position, gift, revision, donor, body FROM receipt;
            DROP TABLE receipt;
            ALTER TABLE segmented_receipt RENAME TO receipt;
            CREATE UNIQUE INDEX receipt_gift ON receipt (gift, revision);
            CREATE INDEX receipt_donor ON receipt (donor) WHERE donor IS NOT NULL;
            """),
        Migration(
            "receipts.3", "ALTER TABLE receipt_segment ADD COLUMN cause TEXT NOT NULL DEFAULT 'restored'"),
    ]
}
