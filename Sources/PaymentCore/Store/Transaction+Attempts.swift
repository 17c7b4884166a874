public import DatabaseKit
public import TimeKit

extension Transaction {
    /// Records a payment attempt, so that the fraud guard counts it.
    func record(_ attempt: PaymentAttempt) throws {
        try run(
            "INSERT INTO try (payment, payee, email, client, time) VALUES (?, ?, ?, ?, ?)",
            [attempt.payment, attempt.payee, attempt.email, attempt.client, attempt.time])
    }

    /// Records a decline for a payment's newest attempt that has no recorded decline.
    public func declined(payment: String, at time: Timestamp) throws {
        try run(
            """
            UPDATE try SET declined = ? WHERE number =
              (SELECT MAX(number) FROM try WHERE payment = ? AND declined IS NULL)
            """, [time, payment])
    }

    /// Returns the number of declines since `time` for an e-mail address, a client or a payment.
    func declines(since time: Timestamp, of origin: AttemptOrigin) throws -> Int {
        let (column, name) =
            switch origin {
            case .email(let email): ("email", email)
            case .client(let client): ("client", client)
            case .payment(let payment): ("payment", payment)
            }
        return try value(
            "SELECT COUNT(*) FROM try WHERE \(column) = ? AND declined >= ?", [name, time.seconds]) ?? 0
    }

    /// Returns the number of attempts to pay a payee since `time`, and the number of these attempts that were
    /// declined. Only the payee's newest `limit` attempts are counted.
    func newestTries(forPayee payee: String, since time: Timestamp, limit: Int) throws
        -> (tries: Int, declines: Int)
    {
        try one(
            """
            SELECT COUNT(*), COUNT(declined) FROM
              (SELECT time, declined FROM try WHERE payee = ? ORDER BY number DESC LIMIT ?) AS newest
            WHERE time >= ?
            """, [payee, limit, time]
        ) { (tries: $0[0], declines: $0[1]) } ?? (tries: 0, declines: 0)
    }

    /// Returns the time until which payments to a payee are paused. Returns nil if the payee was never
    /// paused. A time in the past means that the pause is over.
    public func pause(ofPayee payee: String) throws -> Timestamp? {
        try value("SELECT until FROM payee_pause WHERE payee = ?", [payee])
    }

    /// Pauses payments to a payee until the given time.
    func setPause(ofPayee payee: String, until: Timestamp) throws {
        try run(
            """
            INSERT INTO payee_pause (payee, until) VALUES (?, ?)
            ON CONFLICT (payee) DO UPDATE SET until = excluded.until
            """, [payee, until])
    }

    /// Removes an e-mail address, and the network address that is stored with it, from all attempts. The
    /// attempts still count toward the payee's decline rate.
    public func forgetPayer(email: String) throws {
        // Attempts that were not declined are not indexed by address, so this statement scans a day of attempts.
        try run("UPDATE try SET email = '', client = NULL WHERE email = ?", [email.lowercased()])
    }

    /// Deletes the attempts that were made before `time`.
    func forgetTries(before time: Timestamp) throws {
        try run("DELETE FROM try WHERE time < ?", [time])
    }
}
