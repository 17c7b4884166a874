public import ServerKit

/// How live views follow the data, and how many may be open.
public struct LiveSettings: Sendable {
    /// A number that is another one after each commit, of whatever program; nil where nobody counts: then all is read anew
    /// each time.
    public var version: @Sendable () async throws -> Int64? = { nil }
    /// By which heartbeats are due.
    public var clock = SteadyClock.system
    /// Waits for so long, or until the task is canceled.
    public var pause: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    /// How many streams are open at a time.
    public var mostStreams = 64
    /// How many of them by one sign-in: a browser has six connections for all pages of a server.
    public var mostStreamsOfSession = 4

    /// Looks by the machine's own clock.
    public init() {}

    /// How often a watcher looks for news.
    static let interval = Duration.milliseconds(500)
    /// How long a stream says nothing at most.
    static let heartbeat = Duration.seconds(15)
    /// How long a client may leave lying what was sent.
    static let patience = Duration.seconds(10)
    /// How soon a browser comes again after its stream has ended.
    static let retry = Duration.seconds(2)
}
