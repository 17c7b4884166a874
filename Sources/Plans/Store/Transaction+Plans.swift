public import DatabaseKit
import PaymentCore

extension Transaction {
    /// Saves a new subscription, or the new state of an existing subscription.
    public func save(_ subscription: PlanSubscription) throws {
        changed(subscription.id)
        try run(
            """
            INSERT INTO plan_subscription (id, subscriber, open, body) VALUES (?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET open = excluded.open, body = excluded.body
            """,
            [
                subscription.id, subscription.subscriber, subscription.isOpen ? 1 : 0,
                document(subscription),
            ])
    }

    /// Returns the subscription with this id, or nil.
    public func planSubscription(_ id: String) throws -> PlanSubscription? {
        try first("SELECT body FROM plan_subscription WHERE id = ?", [id])
    }

    /// Returns a subscriber's subscriptions, newest first, except that open subscriptions come before ended
    /// ones.
    public func planSubscriptions(of subscriber: String, limit: Int) throws -> [PlanSubscription] {
        try all(
            // Ids from the same second sort by their random part, so an open subscription must explicitly be put
            // first.
            """
            SELECT body FROM plan_subscription WHERE subscriber = ? ORDER BY open DESC, id DESC LIMIT ?
            """, [subscriber, limit])
    }

    /// Returns a page of all subscriptions, oldest first, starting after the subscription with the given id.
    public func planSubscriptions(after id: String?, limit: Int) throws -> [PlanSubscription] {
        try all(
            "SELECT body FROM plan_subscription WHERE id > ? ORDER BY id LIMIT ?",
            [id ?? "", limit])
    }
}
