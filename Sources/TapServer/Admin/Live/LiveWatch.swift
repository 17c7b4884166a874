import DatabaseKit
import TimeKit

/// The data source of an organization's live view.
struct LiveSource {
    /// A value that changes whenever the live view may have changed.
    struct Key: Hashable {
        /// The version of the data; nil if the database does not count commits.
        var version: DatabaseVersion?
        /// The current day. The daily totals reset at midnight, even without a commit.
        var today: CalendarDate
    }

    /// Returns the current key. The function must be fast, because it is called for every check.
    let key: @Sendable () async throws -> Key
    let read: @Sendable () async throws -> LiveSnapshot
}

/// An object that watches one organization's taps and gifts on behalf of all of the organization's open
/// streams. Each change is read only once, not once per stream.
actor LiveWatch {
    private let settings: LiveSettings
    private let failed: ErrorReport
    private var source: LiveSource
    private var seen: LiveSource.Key?
    private var reading: Task<Void, any Error>?
    private var watching: Task<Void, Never>?
    /// The continuations that wake the open streams (the followers), keyed by follower number.
    private var followers: [Int: AsyncStream<Void>.Continuation] = [:]
    private var lastFollower = 0
    private(set) var log: LiveLog

    init(
        _ source: LiveSource, settings: LiveSettings, random: @escaping RandomSource,
        failed: @escaping ErrorReport
    ) {
        self.source = source
        self.settings = settings
        self.failed = failed
        log = LiveLog(random: random)
    }

    /// Reads the data if it may have changed, and returns the log.
    ///
    /// - Parameter source: The source for this read and later ones. It replaces the previous source, because
    ///   the organization's settings may have changed.
    func currentLog(through source: LiveSource) async throws -> LiveLog {
        self.source = source
        try await refresh()
        return log
    }

    /// Reads the data if it may have changed. Simultaneous calls share one read, so that older data never
    /// replaces newer data.
    private func refresh() async throws {
        if let reading { return try await reading.value }
        let task = Task { try await read() }
        reading = task
        defer { reading = nil }
        try await task.value
    }

    private func read() async throws {
        let key = try await source.key()
        guard key.version == nil || key != seen else { return }
        log.take(try await source.read())
        seen = key
    }

    // MARK: Followers

    /// Adds a stream as a follower. Returns the follower's number, and an `AsyncStream` that yields a value
    /// after each check for changes. The `AsyncStream` ends if a check fails or the follower is removed.
    func follow() -> (number: Int, ticks: AsyncStream<Void>) {
        // A follower that misses several ticks receives only one.
        let (ticks, wake) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        lastFollower += 1
        followers[lastFollower] = wake
        if watching == nil { watching = Task { await watch() } }
        return (lastFollower, ticks)
    }

    /// Removes a follower. When the last follower is removed, the watcher stops checking for changes.
    func leave(_ number: Int) {
        followers.removeValue(forKey: number)?.finish()
        guard followers.isEmpty else { return }
        watching?.cancel()
        watching = nil
    }

    private func watch() async {
        do {
            while true {
                try await settings.pause(LiveSettings.interval)
                try Task.checkCancellation()
                try await refresh()
                for wake in followers.values { wake.yield() }
            }
        } catch {
            // If this task was canceled, another task may already have taken over the watching.
            guard !Task.isCancelled else { return }
            failed(error)
            for wake in followers.values { wake.finish() }
            followers = [:]
            watching = nil
        }
    }
}
