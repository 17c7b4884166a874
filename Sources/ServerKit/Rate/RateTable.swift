/// A rate limiter for many clients. Each client can make ``perMinute`` requests per minute, even in a single
/// burst.
///
/// Each client has a token bucket. Only the time at which the bucket will be full again is stored (the
/// "virtual scheduling" of ITU-T I.371). To limit the size of the table, the clients that have been inactive
/// longest are removed. A client that is not in the table has a full bucket, so a removal never makes a
/// client's limit stricter.
public struct RateTable: Sendable {
    /// The rate per minute, which is also the maximum burst. If it is 0, there is no limit.
    public let perMinute: Int
    /// The number of most recently active clients that the table is guaranteed to keep. The table never has
    /// more than twice this number of entries.
    public let capacity: Int
    private static let minute = Duration.seconds(60)
    private var recent: [[UInt8]: Duration] = [:]
    private var older: [[UInt8]: Duration] = [:]

    /// Creates an empty table.
    ///
    /// - Parameters:
    ///   - perMinute: The rate per minute. If it is 0, there is no limit.
    ///   - capacity: The number of clients, at least 1, that the table can always store. If there are more,
    ///     those that have been inactive longest can be removed.
    public init(perMinute: Int, capacity: Int = 10_000) {
        precondition(perMinute >= 0 && capacity > 0, "perMinute must be at least 0, capacity at least 1")
        self.perMinute = perMinute
        self.capacity = capacity
    }

    /// The number of stored entries. A client can have two entries: a recent one and an older one.
    public var count: Int { recent.count + older.count }

    /// Takes a token from a client's bucket.
    ///
    /// - Returns: Nil if a token was taken. If the bucket was empty, the time until it contains a token
    ///   again.
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
