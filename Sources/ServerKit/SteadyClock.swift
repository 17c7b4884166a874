/// A clock that only goes forward, for how long something takes: handed in, so that tests set it.
public struct SteadyClock: Sendable {
    /// How long it has run; the difference of two readings counts, not the reading.
    public let now: @Sendable () -> Duration

    /// A clock that tells what `now` gives.
    public init(now: @escaping @Sendable () -> Duration) { self.now = now }

    /// The machine's own.
    public static var system: SteadyClock {
        let begin = ContinuousClock.now
        return SteadyClock { begin.duration(to: .now) }
    }
}
