public import DatabaseKit
import PaymentCore

/// The migrations for the tables of plans and payments.
public enum PlanMigrations {
    /// All migrations that a database of plans needs, in order.
    public static let all = PaymentMigrations.all + own

    /// The migrations for plans, in order. A released migration never changes.
    public static let own = [
        Migration(
            "plans.1",
            """
            CREATE TABLE plan_subscription (
              id TEXT PRIMARY KEY, subscriber TEXT NOT NULL, open INTEGER NOT NULL, body BLOB NOT NULL)
              STRICT, WITHOUT ROWID;
            CREATE INDEX plan_subscription_subscriber ON plan_subscription (subscriber, id);
            CREATE UNIQUE INDEX plan_subscription_open ON plan_subscription (subscriber) WHERE open = 1;
            """)
    ]
}
