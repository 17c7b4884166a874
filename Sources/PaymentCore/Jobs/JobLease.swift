public import DatabaseKit
public import TimeKit

/// A lease on a job. If several servers use the same database, only the holder of the lease does the job.
///
/// The work must be repeatable, because a server whose lease has expired may still finish a step after the
/// next holder has started. The lease only avoids duplicate work, such as repeated requests to the processor.
///
/// On SQLite, the work runs without a lease. All processes are on one machine, and a server that starts again
/// after a crash continues immediately instead of waiting for its predecessor's lease to expire.
public struct JobLease: Sendable {
    /// The default time for which a lease is valid without renewal, in seconds. If a server fails, another
    /// server can take over its job after at most this time.
    public static let usualSeconds: Int64 = 30

    private let database: any TransactionRunner
    private let holder: String
    private let clock: WallClock
    private let seconds: Int64
    private let pause: @Sendable (Duration) async throws -> Void

    /// Creates a lease.
    ///
    /// - Parameters:
    ///   - database: The database that stores the lease.
    ///   - holder: The id of this server. It must differ from the ids of all other servers and of all earlier
    ///     runs of this server.
    ///   - clock: This server's clock. If the clocks of two servers differ, each server misjudges how long
    ///     the other's lease lasts.
    ///   - seconds: The time for which the lease is valid without renewal, at least 3 seconds.
    ///   - pause: Waits between renewals.
    public init(
        on database: any TransactionRunner, holder: String, clock: WallClock, seconds: Int64 = usualSeconds,
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        (self.database, self.holder, self.clock) = (database, holder, clock)
        (self.seconds, self.pause) = (max(seconds, 3), pause)
    }

    /// Takes the job's lease and does the work. Does nothing if another server has the lease.
    ///
    /// The lease is renewed while the work runs. If the lease is lost, the task that does the work is
    /// canceled. The lease is not released after the work. It remains valid until it expires, so that this
    /// server usually does the job the next time, too.
    ///
    /// - Returns: Whether this server did the work.
    @discardableResult public func run(
        _ job: String, _ work: @escaping @Sendable () async -> Void
    ) async throws -> Bool {
        guard database.servesSeveralNodes else {
            await work()
            return true
        }
        guard try await take(job) else { return false }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await work() }
            group.addTask { await renew(job) }
            await group.next()
            group.cancelAll()
        }
        return true
    }

    /// Ends this server's lease on a job, so that another server can take the lease immediately.
    public func release(_ job: String) async throws {
        guard database.servesSeveralNodes else { return }
        let holder = holder
        try await database.write { try $0.release(job: job, of: holder) }
    }

    private func take(_ job: String) async throws -> Bool {
        let (holder, now) = (holder, clock.now())
        let end = now.adding(seconds: seconds)
        return try await database.write { try $0.take(job: job, for: holder, at: now, until: end) }
    }

    /// Renews a lease until the task is canceled or the lease is lost.
    private func renew(_ job: String) async {
        var last = clock.now()
        while true {
            do { try await pause(.seconds(seconds / 3)) } catch { return }
            let now = clock.now()
            do {
                guard try await take(job) else { return }
                last = now
            } catch {
                // The database may be unavailable for a short time, for example during a failover.
                guard !Task.isCancelled, now - last < seconds else { return }
            }
        }
    }
}
