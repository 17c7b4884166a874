public import DatabaseKit
import PaymentCore

/// The tables of dependents and of the money path beneath them.
public enum DependentMigrations {
    /// In the order in which a file of dependents alone is opened with them.
    public static let all = PaymentMigrations.all + own

    /// Those of dependents, in order; a released one never changes.
    public static let own = [
        Migration(
            "dependents.1",
            """
            CREATE TABLE guardian (
              id TEXT PRIMARY KEY, hash TEXT UNIQUE, body BLOB NOT NULL) STRICT, WITHOUT ROWID;
            CREATE TABLE dependent (
              id TEXT PRIMARY KEY, agency TEXT NOT NULL, guardian TEXT NOT NULL, due TEXT NOT NULL,
              body BLOB NOT NULL) STRICT, WITHOUT ROWID;
            CREATE INDEX dependent_guardian ON dependent (guardian, due, id);
            CREATE INDEX dependent_due ON dependent (due, id);
            """)
    ]
}
