import DatabaseKit

/// A thread's connection. Opened on first use, and replaced if it is no longer usable.
final class ConnectionSlot {
    private let settings: PostgresSettings
    private let hosts: HostMemory
    private var current: PostgresConnection?
    /// The slot in which this thread's transactions change counters and balances (see ``Transaction/slot``).
    private var counterSlot: Int64

    init(_ settings: PostgresSettings, hosts: HostMemory, counterSlot: Int64 = 0) {
        (self.settings, self.hosts, self.counterSlot) = (settings, hosts, counterSlot)
    }

    /// Runs a transaction. If it fails, runs it again as often as ``RerunRules`` permits, until the
    /// transaction timeout has passed.
    ///
    /// - Parameters:
    ///   - shared: The name of the data that the transaction shares with others, or nil. Transactions with
    ///     the same name run one at a time, across all processes.
    ///   - random: Returns a number in `0..<1`, which determines the pauses before reruns. After a conflict, it
    ///     also determines a new slot for counters, because another process may use the current slot.
    func transaction<Value>(
        _ kind: PostgresTransactionKind, sharing shared: String? = nil, random: () -> Double,
        isCancelled: () -> Bool, _ work: (PostgresConnection) throws -> Value
    ) throws -> Value {
        let deadline = Deadline(after: settings.transactionTimeout)
        var rules = RerunRules()
        var holder: PostgresConnection?
        // A transaction with a shared name takes a turn before its first run. Otherwise, another server that
        // keeps changing the same row could make every rerun fail.
        let turn = shared.map(PostgresConnection.turn(of:)) ?? PostgresConnection.turn
        defer { holder?.endTurn(turn) }
        while true {
            if isCancelled() { throw CancellationError() }
            let connection = try open()
            do {
                if shared != nil || rules.needsTurn, holder !== connection {
                    try connection.beginTurn(turn, until: deadline)
                    holder = connection
                }
                return try connection.transaction(kind, until: deadline, work)
            } catch {
                // A server that was the primary may now be a standby.
                if kind != .reading, (error as? PostgresError)?.code == .readOnly { connection.abandon() }
                guard let pause = rules.pause(after: error, random: random), !deadline.isOver else {
                    throw error
                }
                if (error as? PostgresError)?.isConflict == true {
                    counterSlot = Transaction.slot(at: random())
                    connection.counterSlot = counterSlot
                }
                deadline.pause(pause)
            }
        }
    }

    /// Returns the thread's connection, and opens a new one if necessary.
    func open() throws(PostgresError) -> PostgresConnection {
        if let current, !current.isBroken, !current.isStale { return current }
        current = nil
        let (connection, host) = try settings.connect(startingAt: hosts.first)
        hosts.first = host
        connection.counterSlot = counterSlot
        current = connection
        return connection
    }
}
