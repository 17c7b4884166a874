public import Processor
public import TimeKit

extension SimulatedProcessor {
    /// The processor's time, and the number of seconds by which it is ahead of the underlying clock.
    public struct Time: Hashable, Sendable {
        /// The current time: the time of the underlying clock plus `ahead`.
        public var now: Timestamp
        /// The number of seconds by which the processor's time is ahead of the underlying clock.
        public var ahead: Int64
    }

    /// Returns the processor's time.
    public func time() async throws(ProcessorError) -> Time {
        try await inspect { Time(now: $0.now, ahead: try $0.store.clockOffset()) }
    }

    /// Moves the processor's clock forward. The processor executes everything that becomes due by the new
    /// time, in chronological order.
    ///
    /// - Throws: An error with status 400 if `seconds` is less than 1 or would move the clock beyond the year
    ///   8999.
    public func moveClock(bySeconds seconds: Int64) async throws(ProcessorError) -> Time {
        _ = try await transaction { work in
            guard seconds > 0 else { throw Self.backwards }
            try require(
                work.now.adding(seconds: seconds).date.year < 9_000,
                "The clock cannot go beyond the year 8999.")
            try work.store.setClockOffset(work.store.clockOffset() + seconds)
            return true
        }
        try await advance()
        return try await time()
    }

    /// Moves the processor's clock forward to a given time.
    ///
    /// - Throws: An error with status 400 if the time is not later than the current time or is beyond the
    ///   year 8999.
    public func moveClock(to moment: Timestamp) async throws(ProcessorError) -> Time {
        try await moveClock(bySeconds: moment - time().now)
    }

    private static var backwards: ProcessorError {
        .invalid("The processor's clock can only be moved forward: earlier events cannot be undone.")
    }
}
