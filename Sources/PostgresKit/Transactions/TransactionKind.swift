/// A kind of transaction, which determines its isolation (PostgreSQL manual, 13.2).
package enum PostgresTransactionKind: Hashable, Sendable, CaseIterable {
    /// A transaction that behaves as if it ran alone (SERIALIZABLE).
    case serializable
    /// A transaction that may run at the same time as others that read the rows it changes (REPEATABLE READ).
    ///
    /// It must rely only on unique keys and on rows that it changes itself. In return, hot tables cause few
    /// reruns.
    case counted
    /// A transaction that only reads a single state (REPEATABLE READ, READ ONLY).
    case reading
    /// A transaction of migrations, which begin after the lock that they wait for (READ COMMITTED).
    case migrating

    /// The statement that begins it.
    var begin: String {
        switch self {
        case .serializable: "BEGIN ISOLATION LEVEL SERIALIZABLE"
        case .counted: "BEGIN ISOLATION LEVEL REPEATABLE READ"
        case .reading: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
        case .migrating: "BEGIN ISOLATION LEVEL READ COMMITTED"
        }
    }
}

/// The rules by which a failed transaction runs again. A transaction runs again only if it is certain that nothing
/// was committed.
struct RerunRules {
    /// The maximum number of reruns. If 32 transactions change one row, such as the last number of an organization's
    /// receipts, one of them succeeds at a time.
    static let most = 30
    /// The maximum number of reruns after a key existed already. In the first one, the transaction finds the row
    /// of another transaction. A key that still exists after the last one is a bug in the program.
    static let mostForKeys = 3
    /// The maximum number of reruns on another connection: after one was lost, its server became a standby, or its
    /// prepared statements became stale.
    static let mostForConnections = 1

    /// The number of reruns after which a transaction waits for its turn. Only one such transaction runs at a
    /// time. Otherwise, if many transactions change the same row, some of them would fail every time.
    static let mostWithoutTurn = 3

    /// Whether the next rerun waits for its turn.
    var needsTurn: Bool { count >= Self.mostWithoutTurn }

    private(set) var count = 0
    private var (keys, connections) = (0, 0)

    /// Counts a failure, and decides whether the transaction runs again.
    ///
    /// - Parameters:
    ///   - error: The error of the transaction.
    ///   - random: Returns a number from 0 up to 1. Random pauses keep two transactions from meeting again.
    /// - Returns: The pause before the rerun. Nil if the error is final.
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
