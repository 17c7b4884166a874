import Documents
import FailureKit
import Foundation
import Glibc
import SimulationKit
import Synchronization
package import TimeKit

/// The clock and the random source of a command. Two environment variables can replace the system's clock and
/// random source, to make a run repeatable.
///
/// `TAPCTL_NOW=2026-11-22T09:00:00Z` stops the clock at that time. `TAPCTL_SEED=7` generates all ids from
/// that seed.
package struct ProcessEnvironment: Sendable {
    package let clock: WallClock
    /// A source of random numbers. Each call returns 64 random bits.
    package let seed: @Sendable () -> UInt64

    package init() throws {
        let now = environmentVariable("TAPCTL_NOW", default: "")
        if now.isEmpty {
            clock = WallClock { Timestamp(seconds: Int64(Date().timeIntervalSince1970.rounded(.down))) }
        } else if let moment = Timestamp(iso8601: now), Self.years.contains(moment.date.year) {
            clock = WallClock { moment }
        } else {
            throw Self.malformed(
                "TAPCTL_NOW", now,
                "use a time from \(Self.years.lowerBound) to \(Self.years.upperBound), such as 2026-11-22T09:00:00Z"
            )
        }
        if let number = try Self.simulatedSeed() {
            let generator = Mutex(SeededGenerator(seed: number))
            seed = { generator.withLock { $0.next() } }
        } else {
            seed = systemRandom
        }
    }

    /// Returns the value of `TAPCTL_SEED`, or nil if the variable is not set.
    ///
    /// - Throws: An error with exit code 78 if the value is not a whole number.
    package static func simulatedSeed() throws -> UInt64? {
        let text = environmentVariable("TAPCTL_SEED", default: "")
        if text.isEmpty { return nil }
        guard let number = UInt64(text) else {
            throw malformed("TAPCTL_SEED", text, "use a whole number from 0 to \(UInt64.max)")
        }
        return number
    }

    /// The names of the environment variables that make this run repeatable: `TAPCTL_NOW` and `TAPCTL_SEED`,
    /// if they are set.
    package static var simulated: [String] {
        ["TAPCTL_NOW", "TAPCTL_SEED"].filter { !environmentVariable($0, default: "").isEmpty }
    }

    /// The years allowed for a simulated clock. The range excludes the years near both ends of the calendar.
    package static let years = 1970...8999

    private static func malformed(_ name: String, _ value: String, _ remedy: String) -> CommandError {
        CommandError(
            .configuration, code: "malformedVariable", "\(name) is invalid", reason: value, remedy: remedy
        )
    }
}

/// Returns 64 random bits from the system, for tokens, secrets and salts. `TAPCTL_SEED` has no effect on
/// these bits, because secrets must be unpredictable.
@Sendable package func systemRandom() -> UInt64 { UInt64.random(in: .min ... .max) }

/// Returns the value of an environment variable, or `fallback` if the variable is not set.
package func environmentVariable(_ name: String, default fallback: String) -> String {
    getenv(name).map { String(cString: $0) } ?? fallback
}
