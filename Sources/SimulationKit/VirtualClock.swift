import Synchronization
public import TimeKit

/// A clock that only the simulation advances. It never runs backward.
public final class VirtualClock: Sendable {
    private let moment: Mutex<Timestamp>

    /// Creates a clock that shows a given time.
    public init(at moment: Timestamp) { self.moment = Mutex(moment) }

    /// The current time of the simulation.
    public var now: Timestamp { moment.withLock { $0 } }

    /// Advances the clock to a time. If the time is earlier than the current time, nothing happens.
    public func advance(to moment: Timestamp) { self.moment.withLock { $0 = max($0, moment) } }

    /// Advances the clock by a number of seconds. If the number is negative, nothing happens.
    public func advance(seconds: Int64) {
        moment.withLock { $0 = max($0, $0.adding(seconds: seconds)) }
    }

    /// This clock as a `WallClock`, which is the type that services accept.
    public var wallClock: WallClock { WallClock { self.now } }
}
