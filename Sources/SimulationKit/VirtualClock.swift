import Synchronization
public import TimeKit

/// A clock that only the simulation advances. It never runs backward.
public final class VirtualClock: Sendable {
    private let moment: Mutex<Timestamp>

    /// Creates a clock that shows a moment.
    public init(at moment: Timestamp) { self.moment = Mutex(moment) }

    /// The current time of the simulation.
    public var now: Timestamp { moment.withLock { $0 } }

    /// Advances to a later moment. An earlier one has no effect.
    public func advance(to moment: Timestamp) { self.moment.withLock { $0 = max($0, moment) } }

    /// Advances by a number of seconds. A negative number has no effect.
    public func advance(seconds: Int64) {
        moment.withLock { $0 = max($0, $0.adding(seconds: seconds)) }
    }

    /// This clock as a value for services.
    public var wallClock: WallClock { WallClock { self.now } }
}
