import Documents
import Synchronization
package import TimeKit

/// A clock for the services. It shows the machine's time, or the processor's time if the processor's clock
/// was advanced.
///
/// The services and the processor must use the same time. Otherwise, the services could reuse an idempotency
/// key that the processor has already deleted.
package final class FollowingClock: Sendable {
    private let base: WallClock
    private let ahead = Atomic<Int64>(0)

    package init(_ base: WallClock) { self.base = base }

    /// This clock as a `WallClock` for use by services.
    package var wallClock: WallClock {
        WallClock { [self] in base.now().adding(seconds: ahead.load(ordering: .relaxed)) }
    }

    /// The machine's clock, which never follows the processor's clock.
    package var machine: WallClock { base }

    /// Sets this clock to another clock's time if the other clock is more than two seconds ahead of the
    /// machine's clock. Otherwise, this clock shows the machine's time.
    ///
    /// - Parameter moment: The current time of the other clock.
    package func follow(_ moment: Timestamp) {
        let seconds = moment - base.now()
        ahead.store(seconds > 2 ? seconds : 0, ordering: .relaxed)
    }
}

/// The response of a simulated processor to a request for its time.
package struct ClockResponse: Decodable, Sendable {
    /// The time in seconds since 1970.
    package var now: Int64
    /// The number of seconds by which the simulator's clock is ahead of its machine's clock.
    package var ahead: Int64
}
