/// How often each of many may do something: so many times a minute, and as many at once.
///
/// A token bucket for each, of which only the moment is kept at which it is full again (the "virtual scheduling" of ITU-T
/// I.371). Who has not been heard of has a full one, so that forgetting somebody is to their good; the table is bounded
/// by forgetting those who were not heard of for longest.
public struct RateTable: Sendable {
    /// How many times a minute; also how many at once.
    public let perMinute: Int
    /// How many are remembered at least; twice as many at most.
    public let capacity: Int
    private static let minute = Duration.seconds(60)
    private var recent: [[UInt8]: Duration] = [:]
    private var older: [[UInt8]: Duration] = [:]

    /// Nobody has done anything yet.
    ///
    /// - Parameter perMinute: 0 is without a limit.
    public init(perMinute: Int, capacity: Int = 10_000) {
        precondition(perMinute >= 0 && capacity > 0, "perMinute must be at least 0, capacity at least 1")
        self.perMinute = perMinute
        self.capacity = capacity
    }

    /// How many are remembered.
    public var count: Int { recent.count + older.count }

    /// Takes one token of somebody's.
    ///
    /// - Returns: nil where there was one; else how long it is until there is one, and nothing was taken.
    public mutating func take(by key: [UInt8], at now: Duration) -> Duration? {
        guard perMinute > 0 else { return nil }
        let full = max(recent[key] ?? older[key] ?? now, now) + Self.minute / perMinute
        let wait = full - now - Self.minute
        if wait > .zero { return wait }
        if recent[key] == nil, recent.count == capacity {
            older = recent
            recent = [:]
        }
        recent[key] = full
        return nil
    }
}
