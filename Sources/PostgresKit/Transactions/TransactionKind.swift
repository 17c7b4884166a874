/// A kind of transaction, which determines the isolation level (PostgreSQL manual, 13.2).
package enum PostgresTransactionKind: Hashable, Sendable, CaseIterable {
    /// A transaction that behaves as if no other transaction ran at the same time (SERIALIZABLE).
    case serializable
    /// A transaction that is not retried merely because other transactions read the rows that it changes
    /// (REPEATABLE READ).
    ///
    /// Transactions of this kind must rely only on unique keys and on rows that they change themselves. They
    /// cause fewer reruns if many transactions change the same tables at the same time.
    case counted
    /// A transaction that only reads, and that sees a single state of the database (REPEATABLE READ, READ
    /// ONLY).
    case reading
    /// A transaction that runs migrations (READ COMMITTED). It first waits for a lock, and must then see
    /// everything that was committed while it waited.
    case migrating

    /// The statement that begins a transaction of this kind.
    var begin: String {
        switch self {
        case .serializable: "BEGIN ISOLATION LEVEL SERIALIZABLE"
        case .counted: "BEGIN ISOLATION LEVEL REPEATABLE READ"
        case .reading: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
        case .migrating: "BEGIN ISOLATION LEVEL READ COMMITTED"
        }
    }
}

/// The rules for running a failed transaction again. A transaction runs again only if it is certain that
/// nothing was committed.
struct RerunRules {
    /// The maximum number of reruns. The limit is high because only one transaction at a time can change a
    /// row. For example, many refunds can simultaneously try to change the row that stores an organization's
    /// last receipt number.
    static let most = 30
    /// The maximum number of reruns after duplicate-key errors. A rerun usually finds the row that another
    /// transaction has inserted, and does not insert it again.
    static let mostForKeys = 3
    /// The maximum number of reruns on a new connection. A new connection is needed if the old connection was
    /// lost, if its server became a standby, or if its prepared statements became stale.
    static let mostForConnections = 1

    /// The number of reruns after which a transaction must wait for an advisory lock, which is called the
    /// turn. Without the lock, a transaction could fail every time if many transactions change the same row.
    static let mostWithoutTurn = 3

    /// Whether the transaction must hold the advisory lock, which is called the turn, for its next rerun.
    var needsTurn: Bool { count >= Self.mostWithoutTurn }

    private(set) var count = 0
    private var (keys, connections) = (0, 0)

    /// Decides whether a failed transaction runs again, and counts the rerun.
    ///
    /// - Parameters:
    ///   - error: The error that made the transaction fail.
    ///   - random: A function that returns a random number from 0 up to 1. Random pauses make it less likely
    ///     that the same transactions conflict again.
    /// - Returns: The pause before the rerun. Nil if the transaction must not run again.
    mutating func pause(after error: any Error, random: () -> Double) -> Duration? {
        guard let error = error as? PostgresError, count < Self.most else { return nil }
        switch error.code {
        case .unknown: return nil
        case _ where error.code == .connectionLost || error.code == .readOnly || error.isStale:
            connections += 1
            guard connections <= Self.mostForConnections else { return nil }
        case _ where error.isDuplicateKey:
            keys += 1
            guard keys <= Self.mostForKeys else { return nil }
        case _ where error.isConflict: break
        default: return nil
        }
        count += 1
        // The longest pauses are 2, 4, 8, … 256 ms.
        return .milliseconds(Double(1 << min(count, 8)) * min(max(random(), 0), 1))
    }
}
