import Synchronization
public import TimeKit

/// A clock that only the simulation advances. It never runs backward.
public final class VirtualClock: Sendable {
    private let moment: Mutex<Timestamp>

    /// Creates a clock that is set to a time.
    public init(at moment: Timestamp) { self.moment = Mutex(moment) }

    /// The current time of the simulation.
    public var now: Timestamp { moment.withLock { $0 } }

    /// Advances the clock to a later time. An earlier time has no effect.
    public func advance(to moment: Timestamp) { self.moment.withLock { $0 = max($0, moment) } }

    /// Advances the clock by a number of seconds. A negative number has no effect.
    public func advance(seconds: Int64) {
        moment.withLock { $0 = max($0, $0.adding(seconds: seconds)) }
    }

    /// This clock as a `WallClock`, which services accept.
    public var wallClock: WallClock { WallClock { self.now } }
}
