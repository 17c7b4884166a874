/// A rate limiter for many clients. Each may make ``perMinute`` requests per minute, even in a single burst.
///
/// Each client has a token bucket. Only the time at which the bucket is full again is stored (the "virtual scheduling"
/// of ITU-T I.371). An unknown client has a full bucket, so forgetting a client never harms it. To bound the table, the
/// clients that made no request for the longest time are forgotten.
public struct RateTable: Sendable {
    /// The rate per minute, and the maximum burst; 0 for no limit.
    public let perMinute: Int
    /// The number of clients that are always remembered. Up to twice as many may be stored.
    public let capacity: Int
    private static let minute = Duration.seconds(60)
    private var recent: [[UInt8]: Duration] = [:]
    private var older: [[UInt8]: Duration] = [:]

    /// Creates an empty table.
    ///
    /// - Parameter perMinute: The rate; 0 for no limit.
    public init(perMinute: Int, capacity: Int = 10_000) {
        precondition(perMinute >= 0 && capacity > 0, "perMinute must be at least 0, capacity at least 1")
        self.perMinute = perMinute
        self.capacity = capacity
    }

    /// The number of stored entries. An active client can have two.
    public var count: Int { recent.count + older.count }

    /// Takes a token from a client's bucket.
    ///
    /// - Returns: nil if there was a token; otherwise the time until the next one, and nothing is taken.
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
