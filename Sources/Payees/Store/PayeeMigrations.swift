public import DatabaseKit

/// The migrations for the tables of payees. They must run after the migrations of the payment core.
public enum PayeeMigrations {
    /// The migrations in order. A released migration must not be changed.
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

    /// The payee migrations that must run after the booking migrations. They fill new columns of rows that
    /// the booking migrations insert.
    public static let later = [
        Migration(
            "payees.2",
            """
            ALTER TABLE payee_profile ADD COLUMN org TEXT;
            ALTER TABLE payee_profile ADD COLUMN account TEXT;
            UPDATE payee_profile SET org = json_extract(CAST(body AS TEXT), '$.org'),
              account = json_extract(CAST(body AS TEXT), '$.account');
            CREATE INDEX payee_profile_org ON payee_profile (org, id) WHERE org IS NOT NULL;
            """)
    ]
}
