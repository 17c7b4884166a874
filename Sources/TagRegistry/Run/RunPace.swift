/// How fast a batch goes, and how long it will take: told from the tags that were done last.
///
/// The median of the times between tags is counted, so that a break for lunch changes nothing.
public struct RunPace: Hashable, Sendable {
    /// The times between the last tags, the newest last.
    private var gaps: [Duration] = []
    private var last: Duration?

    /// How many times are remembered.
    private static let remembered = 20

    /// No tag was done yet.
    public init() {}

    /// A tag was done, so long after the beginning.
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

    /// How long so many rows will take; nil before the third tag.
    public func timeLeft(rows: Int) -> Duration? { gap.map { $0 * rows } }
}
