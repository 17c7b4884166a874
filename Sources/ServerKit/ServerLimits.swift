public import FailureKit
import Glibc
import NIOCore

/// The operating system's limits that affect a server with many connections.
public enum ServerLimits {
    /// The maximum number of connections that wait to be accepted, per listening socket.
    ///
    /// If the queue is full, Linux drops the packets of additional connections, and their clients retry after
    /// 1, 3 and 7 seconds. Linux limits this value to `net.core.somaxconn`, which is 4,096 since Linux 5.4.
    ///
    /// Source: listen(2).
    public static let backlog = 4_096

    /// The maximum number of simultaneous connections to a server, even if the process may open more files.
    /// It limits the memory that connections use.
    public static let mostConnections = 2_000

    /// The minimum number of simultaneous connections that must be possible for a server to start.
    static let fewestConnections = 8

    /// Returns the maximum number of connections for a given limit on open files.
    ///
    /// Some files are reserved: 32 for the databases and the log, and 4 for each event loop (epoll, an event,
    /// a timer and a spare one). A quarter of all files, but at most 192, is reserved for requests and
    /// background tasks.
    ///
    /// - Parameters:
    ///   - openFiles: The maximum number of files that the process may have open.
    ///   - loops: The number of event loops, usually one per core.
    /// - Returns: At most ``mostConnections``. 0 if all files are reserved.
    public static func connections(openFiles: Int, loops: Int) -> Int {
        min(max(openFiles - 32 - 4 * loops - min(openFiles / 4, 192), 0), mostConnections)
    }

    /// Returns the lowest limit on open files with which a server can start.
    ///
    /// - Parameter loops: The number of event loops, usually one per core.
    public static func fewestOpenFiles(loops: Int) -> Int {
        (0...).first { connections(openFiles: $0, loops: loops) >= fewestConnections } ?? .max
    }

    /// The maximum number of connections for this process; never below ``fewestConnections``.
    public static var connections: Int {
        max(
            connections(openFiles: openFiles, loops: NIOSingletons.groupLoopCountSuggestion),
            fewestConnections)
    }

    /// Raises this process's soft limit on open files to its hard limit, which requires no privileges. A
    /// server needs a high limit, because each connection is an open file.
    ///
    /// Source: getrlimit(2), `RLIMIT_NOFILE`.
    ///
    /// - Throws: ``OpenFilesError`` if the limit is too low for a server.
    public static func raiseOpenFiles() throws(OpenFilesError) {
        var limit = rlimit()
        if getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0,
            limit.rlim_cur < limit.rlim_max
        {
            limit.rlim_cur = limit.rlim_max
            // If the system refuses, the server runs with the current limit.
            _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        }
        let fewest = fewestOpenFiles(loops: NIOSingletons.groupLoopCountSuggestion)
        guard openFiles >= fewest else { throw OpenFilesError(limit: openFiles, needed: fewest) }
    }

    /// The maximum number of files that this process may have open.
    private static var openFiles: Int {
        var limit = rlimit()
        // 1,024 is the usual soft limit.
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1_024 }
        return Int(clamping: limit.rlim_cur)
    }
}

/// The error that is thrown if the process's limit on open files is too low for a server.
public struct OpenFilesError: Failure, Hashable {
    /// The maximum number of files that the process may have open.
    public var limit: Int
    /// The lowest limit on open files with which a server can start.
    public var needed: Int

    /// The stable error code.
    public var failureCode: String { "fewOpenFiles" }

    public var category: FailureCategory { .configuration }

    /// A clause that describes what happened.
    public var summary: String { "this process can open only \(limit) files" }

    /// A clause that explains why the limit is too low.
    public var reason: String {
        "on this machine, a server must be able to open at least \(needed) files and connections"
    }
}

/// A clock that never goes backward, for measuring durations. Tests can provide another clock.
public struct MonotonicClock: Sendable {
    /// The function that returns the current time. Only the difference between two times is meaningful.
    public let now: @Sendable () -> Duration

    public init(now: @escaping @Sendable () -> Duration) { self.now = now }

    /// The system's monotonic clock.
    public static var system: MonotonicClock {
        let begin = ContinuousClock.now
        return MonotonicClock { begin.duration(to: .now) }
    }
}
