public import DatabaseKit
import PaymentCore

/// The migrations for the tables of dependents and of the payment core.
public enum DependentMigrations {
    /// All migrations, in order, for a database that contains only dependents and payments.
    public static let all = PaymentMigrations.all + own

    /// The migrations for the dependents' tables, in order. A released migration never changes.
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
