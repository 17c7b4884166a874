public import ServerKit
import Synchronization

/// The live views of a server: one watcher per organization, and the counts of open streams.
final class LiveFeedHub: Sendable {
    private struct State {
        var watches: [String: LiveWatch] = [:]
        /// The number of open streams, by organization and by session.
        var ofOrganization: [String: Int] = [:]
        var ofSession: [String: Int] = [:]
        var open = 0
    }

    let settings: LiveSettings
    private let random: @Sendable () -> UInt64
    private let failed: @Sendable (any Error) -> Void
    private let state = Mutex(State())

    init(
        _ settings: LiveSettings, random: @escaping @Sendable () -> UInt64,
        failed: @escaping @Sendable (any Error) -> Void
    ) {
        self.settings = settings
        self.random = random
        self.failed = failed
    }

    /// Returns the current log of an organization.
    func currentLog(at organization: String, through source: LiveSource) async throws -> LiveLog {
        try await watch(of: organization, source).currentLog(through: source)
    }

    /// Opens a stream of an organization's changes.
    ///
    /// - Parameters:
    ///   - session: The id of the session. The number of open streams per session is limited.
    ///   - isAdmitted: Returns whether the stream may continue. It is called before each text is sent.
    /// - Throws: ``ProblemPage`` if too many streams are open.
    func events(
        of organization: String, through source: LiveSource, reader: LiveReader, session: String,
        isAdmitted: @escaping @Sendable () async -> Bool
    ) async throws -> LiveEvents {
        try enter(organization, session)
        do {
            let watch = watch(of: organization, source)
            _ = try await watch.currentLog(through: source)
            let (number, ticks) = await watch.follow()
            return LiveEvents(
                watch: watch, number: number, ticks: ticks, reader: reader, settings: settings,
                isAdmitted: isAdmitted, ended: { [self] in leave(organization, session) })
        } catch {
            leave(organization, session)
            throw error
        }
    }

    /// Returns the watcher of an organization. A watcher without streams is kept for a while, because browsers
    /// reconnect.
    private func watch(of organization: String, _ source: LiveSource) -> LiveWatch {
        state.withLock { state in
            if let watch = state.watches[organization] { return watch }
            if state.watches.count > settings.mostStreams,
                let idle = state.watches.keys.first(where: { state.ofOrganization[$0] == nil })
            {
                state.watches[idle] = nil
            }
            let watch = LiveWatch(source, settings: settings, random: random, failed: failed)
            state.watches[organization] = watch
            return watch
        }
    }

    private func enter(_ organization: String, _ session: String) throws(ProblemPage) {
        let problem = state.withLock { state -> ProblemPage? in
            if state.ofSession[session, default: 0] >= settings.mostStreamsOfSession {
                return ProblemPage(
                    429, "Too many live views are open",
                    "\(settings.mostStreamsOfSession) are open in this session",
                    remedy: "Close one of them.")
            }
            if state.open >= settings.mostStreams {
                return ProblemPage(
                    503, "Too many live views are open", "\(settings.mostStreams) are open on this server",
                    remedy: "Try again in a moment, or open the list of gifts.")
            }
            state.open += 1
            state.ofOrganization[organization, default: 0] += 1
            state.ofSession[session, default: 0] += 1
            return nil
        }
        if let problem { throw problem }
    }

    private func leave(_ organization: String, _ session: String) {
        state.withLock { state in
            state.open -= 1
            state.ofOrganization.countDown(organization)
            state.ofSession.countDown(session)
        }
    }
}

extension [String: Int] {
    /// Subtracts 1 from a count, and removes the count when it is 0.
    fileprivate mutating func countDown(_ key: String) {
        let count = self[key, default: 0] - 1
        self[key] = count > 0 ? count : nil
    }
}

/// The settings of live views.
public struct LiveSettings: Sendable {
    /// Returns a number that changes with each commit by any program. Returns nil if commits are not counted. In that
    /// case, the data is read at every check.
    public var version: @Sendable () async throws -> Int64? = { nil }
    /// The clock that times heartbeats.
    public var clock = MonotonicClock.system
    /// Waits for a duration, or until the task is canceled.
    public var pause: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    /// The maximum number of open streams of the whole server.
    public var mostStreams = 64
    /// The maximum number of open streams per session. A browser opens at most six connections to a server, for all its
    /// pages together.
    public var mostStreamsOfSession = 4

    /// Creates the default settings, which use the system clock.
    public init() {}

    /// The time between two checks for changes.
    static let interval = Duration.milliseconds(500)
    /// The maximum time between two texts of a stream. If nothing has changed for this long, the stream sends a
    /// heartbeat.
    static let heartbeat = Duration.seconds(15)
    /// The time within which a client must read the sent data.
    static let deadline = Duration.seconds(10)
    /// The time that a browser waits before it reconnects to a stream that has ended.
    static let retry = Duration.seconds(2)
}
