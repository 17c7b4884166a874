import Glibc

/// The operating system's limits that matter to a server with many connections.
public enum ServerLimits {
    /// The maximum number of connections per listening socket that wait to be accepted.
    ///
    /// If the queue is full, Linux drops the packets of further connections, and their clients retry after 1, 3 and 7
    /// seconds. Linux lowers the length to `net.core.somaxconn`, which is 4,096 since Linux 5.4.
    ///
    /// Source: listen(2).
    public static let backlog = 1_024

    /// Raises this process's soft limit of open files to its hard limit, which requires no privileges. Each connection
    /// is an open file.
    ///
    /// Source: getrlimit(2), `RLIMIT_NOFILE`.
    public static func raiseOpenFiles() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0,
            limit.rlim_cur < limit.rlim_max
        else { return }
        limit.rlim_cur = limit.rlim_max
        // If the system refuses, the server runs with the current limit.
        _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}

/// A clock that never goes backward, for measuring durations. Tests can pass in their own clock.
public struct MonotonicClock: Sendable {
    /// Returns the current time. Only the difference between two times is meaningful.
    public let now: @Sendable () -> Duration

    /// Creates a clock from a function.
    public init(now: @escaping @Sendable () -> Duration) { self.now = now }

    /// The system's monotonic clock.
    public static var system: MonotonicClock {
        let begin = ContinuousClock.now
        return MonotonicClock { begin.duration(to: .now) }
    }
}
