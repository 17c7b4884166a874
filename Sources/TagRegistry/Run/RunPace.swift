/// The speed and the remaining time of a batch, estimated from the latest tags.
///
/// It uses the median time between tags, so that a lunch break makes no difference.
public struct RunPace: Hashable, Sendable {
    /// The times between the latest tags, newest last.
    private var gaps: [Duration] = []
    private var last: Duration?

    /// The maximum number of times stored.
    private static let remembered = 20

    /// Creates a pace without tags.
    public init() {}

    /// Adds a tag that was completed this long after the start.
    public mutating func finish(at time: Duration) {
        if let last { gaps = gaps.suffix(Self.remembered - 1) + [time - last] }
        last = time
    }

    /// The usual time from one tag to the next; nil before the third tag.
    public var gap: Duration? {
        guard gaps.count > 1 else { return nil }
        return gaps.sorted()[gaps.count / 2]
    }

    /// Tags a minute, at most 600; nil before the third tag.
    public var perMinute: Int? {
        gap.map { Int((60.0 / max($0 / .seconds(1), 0.1)).rounded()) }
    }

    /// Returns the time that this number of rows will take; nil before the third tag.
    public func timeLeft(rows: Int) -> Duration? { gap.map { $0 * rows } }
}
