public import DatabaseKit
import PaymentCore

/// The tables of plans and of the money path beneath them.
public enum PlanMigrations {
    /// In the order in which a file of plans alone is opened with them.
    public static let all = PaymentMigrations.all + own

    /// Those of plans, in order; a released one never changes.
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
