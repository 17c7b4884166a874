import Synchronization
public import TimeKit

/// A clock that stands still until it is set forward, by whoever runs the simulation; it never goes back.
public final class VirtualClock: Sendable {
    private let moment: Mutex<Timestamp>

    /// A clock that stands at a moment.
    public init(at moment: Timestamp) { self.moment = Mutex(moment) }

    /// Where it stands.
    public var now: Timestamp { moment.withLock { $0 } }

    /// Sets it to a later moment; an earlier one leaves it where it is.
    public func advance(to moment: Timestamp) { self.moment.withLock { $0 = max($0, moment) } }

    /// Sets it so many seconds forward; a negative number leaves it where it is.
    public func advance(seconds: Int64) {
        moment.withLock { $0 = max($0, $0.adding(seconds: seconds)) }
    }

    /// This clock, to be handed in.
    public var wallClock: WallClock { WallClock { self.now } }
}
