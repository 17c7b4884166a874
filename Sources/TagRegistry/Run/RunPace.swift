/// The speed of a batch run and the time that remains, both estimated from the latest tags.
///
/// The estimate uses the median time between tags, so a single long break has little effect.
public struct RunPace: Hashable, Sendable {
    /// The times between the latest tags, newest last.
    private var gaps: [Duration] = []
    private var last: Duration?

    /// The maximum number of intervals to keep for the estimate. An interval is the time between two
    /// consecutive tags.
    private static let remembered = 20

    /// Creates the pace of a run that has no completed tags.
    public init() {}

    /// Adds a completed tag to the estimate.
    ///
    /// - Parameter time: The time at which the tag was completed, counted from the start of the run.
    public mutating func finish(at time: Duration) {
        if let last { gaps = gaps.suffix(Self.remembered - 1) + [time - last] }
        last = time
    }

    /// The median time from one tag to the next; nil before the third tag.
    public var gap: Duration? {
        guard gaps.count > 1 else { return nil }
        return gaps.sorted()[gaps.count / 2]
    }

    /// The number of tags per minute, at most 600; nil before the third tag.
    public var perMinute: Int? {
        gap.map { Int((60.0 / max($0 / .seconds(1), 0.1)).rounded()) }
    }

    /// Returns the estimated time to write tags for this number of rows; nil before the third tag.
    public func timeLeft(rows: Int) -> Duration? { gap.map { $0 * rows } }
}
