public import DatabaseKit
import PaymentCore

/// The migrations for the tables of contracts and payments.
public enum ContractMigrations {
    /// All migrations for a database that contains contracts, in order.
    public static let all = PaymentMigrations.all + own

    /// The migrations for the contract tables, without the payment tables, in order. A released migration
    /// never changes.
    public static let own = [
        Migration(
            "contracts.1",
            """
            CREATE TABLE contract (
              id TEXT PRIMARY KEY, payee TEXT NOT NULL, status TEXT NOT NULL, due INTEGER,
              body BLOB NOT NULL) STRICT, WITHOUT ROWID;
            CREATE INDEX contract_payee ON contract (payee, status, id);
            CREATE INDEX contract_status ON contract (status, id);
            CREATE INDEX contract_due ON contract (due) WHERE due IS NOT NULL;
            CREATE TABLE contract_link (
              id TEXT PRIMARY KEY, hash TEXT NOT NULL UNIQUE, contract TEXT NOT NULL,
              instalment INTEGER NOT NULL, body BLOB NOT NULL) STRICT, WITHOUT ROWID;
            CREATE INDEX contract_link_instalment ON contract_link (contract, instalment, id);
            CREATE TABLE contract_key (
              key TEXT PRIMARY KEY, time INTEGER NOT NULL, body BLOB NOT NULL) STRICT, WITHOUT ROWID;
            CREATE INDEX contract_key_time ON contract_key (time);
            """)
    ]
}
