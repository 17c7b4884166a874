import Documents
import FailureKit
import Foundation
import SimulationKit
import Synchronization
package import TimeKit

/// Time and chance as a command meets them: the world's, or set by two variables so that a run can be repeated.
///
/// `TAPCTL_NOW=2026-11-22T09:00:00Z` stops the clock there; `TAPCTL_SEED=7` draws all ids from that seed.
package struct Surroundings: Sendable {
    package let clock: WallClock
    /// 64 random bits a call.
    package let seed: @Sendable () -> UInt64

    package init() throws {
        let now = environmentVariable("TAPCTL_NOW", default: "")
        if now.isEmpty {
            clock = WallClock { Timestamp(seconds: Int64(Date().timeIntervalSince1970.rounded(.down))) }
        } else if let moment = Timestamp(iso8601: now), Self.years.contains(moment.date.year) {
            clock = WallClock { moment }
        } else {
            throw Self.malformed(
                "TAPCTL_NOW", now, "write it like 2026-11-22T09:00:00Z, from \(Self.years.lowerBound) on")
        }
        let number = environmentVariable("TAPCTL_SEED", default: "")
        if number.isEmpty {
            seed = systemRandom
        } else if let number = UInt64(number) {
            let generator = Mutex(SeededGenerator(seed: number))
            seed = { generator.withLock { $0.next() } }
        } else {
            throw Self.malformed("TAPCTL_SEED", number, "give a whole number")
        }
    }

    /// Where a simulated clock may stand: far from both ends of the calendar.
    package static let years = 1970...8999

    private static func malformed(_ name: String, _ value: String, _ remedy: String) -> CommandError {
        CommandError(
            .configuration, code: "malformedVariable", "\(name) cannot be read", reason: value, remedy: remedy
        )
    }
}
