import Glibc

/// Limits of the operating system that matter to a server with many connections.
public enum ServerLimits {
    /// The length of the queue of connections that wait to be accepted, per listening socket.
    ///
    /// Linux drops the packets of further connections, whose clients retry after 1, 3 and 7 seconds. It lowers this to
    /// `net.core.somaxconn`, which is 4,096 since Linux 5.4.
    ///
    /// Source: listen(2).
    public static let backlog = 1_024

    /// Raises this process's soft limit of open files to its hard limit, which needs no rights. Each connection is an
    /// open file.
    ///
    /// Source: getrlimit(2), `RLIMIT_NOFILE`.
    public static func raiseOpenFiles() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0,
            limit.rlim_cur < limit.rlim_max
        else { return }
        limit.rlim_cur = limit.rlim_max
        // If the system refuses, the server runs with what it has.
        _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}

/// A clock that only goes forward, for measuring durations. It is passed in, so that tests can set it.
public struct MonotonicClock: Sendable {
    /// The reading. Only the difference of two readings has a meaning.
    public let now: @Sendable () -> Duration

    /// Creates a clock from a function.
    public init(now: @escaping @Sendable () -> Duration) { self.now = now }

    /// The machine's clock.
    public static var system: MonotonicClock {
        let begin = ContinuousClock.now
        return MonotonicClock { begin.duration(to: .now) }
    }
}
