import Documents
import Synchronization
package import TimeKit

/// The clock of our services: the machine's, or the processor's if that was advanced.
///
/// Otherwise a renewal next month would stay in the future, and an idempotency key that the processor has forgotten
/// would still seem recent here.
/// has forgotten would still seem young here.
package final class FollowingClock: Sendable {
    private let base: WallClock
    private let ahead = Atomic<Int64>(0)

    package init(_ base: WallClock) { self.base = base }

    /// This clock as a value for services.
    package var wallClock: WallClock {
        WallClock { [self] in base.now().adding(seconds: ahead.load(ordering: .relaxed)) }
    }

    /// Sets this clock to the time of another clock that shows `moment`. Ignores a lead of up to two seconds.
    package func follow(_ moment: Timestamp) {
        let seconds = moment - base.now()
        ahead.store(seconds > 2 ? seconds : 0, ordering: .relaxed)
    }
}

/// The response with the clock of a simulated processor.
package struct ClockResponse: Decodable, Sendable {
    /// The time in seconds since 1970.
    package var now: Int64
    /// The clock's lead over its machine's clock, in seconds.
    package var ahead: Int64
}
