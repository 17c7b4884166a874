public import DatabaseKit
public import ServerKit
import Synchronization

/// All live views of a server: one watcher per organization, and all open streams.
final class LiveFeedHub: Sendable {
    let settings: LiveSettings
    private let quota: StreamQuota
    private let random: RandomSource
    private let failed: ErrorReport
    private let watches = Mutex<[String: LiveWatch]>([:])

    init(
        _ settings: LiveSettings, random: @escaping RandomSource,
        failed: @escaping ErrorReport
    ) {
        self.settings = settings
        quota = StreamQuota(of: "live views", settings.limits)
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
    ///   - owner: The organization, and the member and session that open the stream. Each of the three has a
    ///     limit on open streams.
    ///   - source: The source of the organization's data.
    ///   - reader: The state of the new stream. The stream continues after the cursor in this state.
    ///   - isAdmitted: Returns whether the client may still read the stream. The closure is called before
    ///     each string is sent.
    /// - Throws: ``ProblemPage`` if too many streams are open. If the data cannot be read, the error from the
    ///   source is rethrown.
    func events(
        for owner: StreamOwner, through source: LiveSource, reader: LiveReader,
        isAdmitted: @escaping @Sendable () async -> Bool
    ) async throws -> LiveEvents {
        let slot = try quota.enter(owner)
        let watch = watch(of: owner.organization, source)
        _ = try await watch.currentLog(through: source)
        let (number, ticks) = await watch.follow()
        return LiveEvents(
            watch: watch, number: number, ticks: ticks, reader: reader, settings: settings,
            isAdmitted: isAdmitted, ended: { slot.release() })
    }

    /// Returns the watcher of an organization, and creates it if necessary. A watcher without streams is
    /// kept, because browsers reconnect after interruptions. It is removed only if there are too many
    /// watchers when a new one is created.
    private func watch(of organization: String, _ source: LiveSource) -> LiveWatch {
        watches.withLock { watches in
            if let watch = watches[organization] { return watch }
            if watches.count > settings.limits.ofServer,
                let idle = watches.keys.first(where: { !quota.isInUse(by: $0) })
            {
                watches[idle] = nil
            }
            let watch = LiveWatch(source, settings: settings, random: random, failed: failed)
            watches[organization] = watch
            return watch
        }
    }
}

/// The settings of live views.
public struct LiveSettings: Sendable {
    /// Returns a version number that changes with every commit to the database, including commits by other
    /// programs. While the version is the same, the data is not read again. If the function returns nil, the
    /// data is read every time.
    public var version: @Sendable () async throws -> DatabaseVersion? = { nil }
    /// The clock that times heartbeats.
    public var clock = MonotonicClock.system
    /// Waits for a duration, or until the task is canceled.
    public var pause: Pause = { try await Task.sleep(for: $0) }
    /// The limits on simultaneous streams.
    public var limits = StreamLimits.live

    public init() {}

    /// The time between two checks for changes.
    static let interval = Duration.milliseconds(500)
    /// The maximum time for which a stream sends nothing. If nothing has changed in this time, the stream
    /// sends a heartbeat.
    static let heartbeat = Duration.seconds(15)
    /// The time limit for a client to receive the data that was sent to it. A client that takes longer is
    /// disconnected.
    static let deadline = Duration.seconds(10)
    /// The time that browsers wait before they reconnect after a stream has ended.
    static let retry = Duration.seconds(2)
}
