import TimeKit

/// Where the news of an organization come from.
struct LiveSource: Sendable {
    /// By what it shows that there can be news.
    struct Key: Hashable, Sendable {
        /// Of the data; nil where nobody counts.
        var version: Int64?
        /// At midnight another day is today, whether something came or not.
        var today: CalendarDate
    }

    /// Costs next to nothing.
    let key: @Sendable () async throws -> Key
    let read: @Sendable () async throws -> LiveSnapshot
}

/// Watches over one organization's taps and gifts for all streams that show them: one look for however many.
actor LiveWatch {
    private let settings: LiveSettings
    private let failed: @Sendable (any Error) -> Void
    private var source: LiveSource
    private var seen: LiveSource.Key?
    private var reading: Task<Void, any Error>?
    private var watching: Task<Void, Never>?
    /// Who follows, and what wakes them.
    private var followers: [Int: AsyncStream<Void>.Continuation] = [:]
    private var lastFollower = 0
    /// What came so far.
    private(set) var log: LiveLog

    init(
        _ source: LiveSource, settings: LiveSettings, random: @escaping @Sendable () -> UInt64,
        failed: @escaping @Sendable (any Error) -> Void
    ) {
        self.source = source
        self.settings = settings
        self.failed = failed
        log = LiveLog(random: random)
    }

    /// All that came until now.
    ///
    /// - Parameter source: Is looked through from now on: the organization may have changed.
    func currentLog(through source: LiveSource) async throws -> LiveLog {
        self.source = source
        try await refresh()
        return log
    }

    /// Reads what is new. Two who ask at once are answered by the same look, so that no older state follows a newer one.
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

    // MARK: Who follows

    /// Wakes somebody after each look from now on; ends where no look is possible any more.
    func follow() -> (number: Int, ticks: AsyncStream<Void>) {
        // Who sleeps through two looks is woken once.
        let (ticks, wake) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        lastFollower += 1
        followers[lastFollower] = wake
        if watching == nil { watching = Task { await watch() } }
        return (lastFollower, ticks)
    }

    /// Wakes a follower no more; where nobody follows, nobody looks.
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
            // Somebody else may watch by now.
            guard !Task.isCancelled else { return }
            failed(error)
            for wake in followers.values { wake.finish() }
            followers = [:]
            watching = nil
        }
    }
}
