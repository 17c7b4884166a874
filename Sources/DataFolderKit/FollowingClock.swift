import Documents
import Synchronization
package import TimeKit

/// The clock of our service: that of the machine, or the processor's where that was moved ahead.
///
/// What happens there happens then: a renewal of next month would else lie in a future that nobody has read yet, and a
/// key that the processor has forgotten would be young here.
package final class FollowingClock: Sendable {
    private let base: WallClock
    private let ahead = Atomic<Int64>(0)

    package init(_ base: WallClock) { self.base = base }

    /// What it tells.
    package var wallClock: WallClock {
        WallClock { [self] in base.now().adding(seconds: ahead.load(ordering: .relaxed)) }
    }

    /// From now on it is not behind a clock that stands at this moment; a second or two between machines are nothing.
    package func follow(_ moment: Timestamp) {
        let seconds = moment - base.now()
        ahead.store(seconds > 2 ? seconds : 0, ordering: .relaxed)
    }
}
