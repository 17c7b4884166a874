public import DatabaseKit

/// The migrations for the tables of payees. They must run after the migrations of the payment core.
public enum PayeeMigrations {
    /// The migrations in order. A released migration never changes.
    public static let own = [
        Migration(
            "payees.1",
            """
            CREATE TABLE payee_profile (id TEXT PRIMARY KEY, body BLOB NOT NULL) STRICT, WITHOUT ROWID;
            CREATE TABLE payee_earning (
              payment TEXT PRIMARY KEY, job TEXT NOT NULL, payee TEXT NOT NULL, address TEXT NOT NULL,
              currency TEXT NOT NULL, earned INTEGER NOT NULL, completed INTEGER NOT NULL)
              STRICT, WITHOUT ROWID;
            CREATE INDEX payee_earning_payee ON payee_earning (payee, completed, payment, currency, earned);
            """)
    ]
}
