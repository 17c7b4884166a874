public import Processor
public import TimeKit

extension SimulatedProcessor {
    /// What time it is for the processor: the clock that was handed in, and how far it was moved.
    public struct Time: Hashable, Sendable {
        /// Now.
        public var now: Timestamp
        /// How many seconds that is ahead of the clock that was handed in.
        public var ahead: Int64
    }

    /// What time it is for the processor.
    public func time() async throws(ProcessorError) -> Time {
        try await inspect { Time(now: $0.now, ahead: try $0.store.clockOffset()) }
    }

    /// Moves the clock of the whole file forward; everything that comes due on the way happens, in order.
    ///
    /// - Throws: 400 for less than a second, or past the year 8999.
    public func moveClock(bySeconds seconds: Int64) async throws(ProcessorError) -> Time {
        _ = try await transaction { work in
            guard seconds > 0 else { throw Self.backwards }
            guard work.now.adding(seconds: seconds).date.year < 9_000 else {
                throw ProcessorError.invalid("The clock ends with the year 8999.")
            }
            try work.store.setClockOffset(work.store.clockOffset() + seconds)
            return true
        }
        try await advance()
        return try await time()
    }

    /// Moves the clock of the whole file to a later moment.
    ///
    /// - Throws: 400 for a moment that is not later.
    public func moveClock(to moment: Timestamp) async throws(ProcessorError) -> Time {
        try await moveClock(bySeconds: moment - time().now)
    }

    private static var backwards: ProcessorError {
        .invalid("The processor's clock only moves forward: what has happened cannot be undone.")
    }
}
