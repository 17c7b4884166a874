/// How often a letter is tried, and how long it waits in between.
public struct DeliveryPauses: Hashable, Sendable {
    /// How often it is tried at most.
    public var mostTries = 5
    /// How long it waits after the first try, in seconds; three times as long after each further one.
    public var firstSeconds: Int64 = 10
    /// A letter that is older is left alone, in seconds: the link in it opens nothing any more.
    public var mostAgeSeconds: Int64 = 900

    /// 5 tries within seven minutes: after 10 s, 30 s, 90 s and 270 s.
    public init() {}

    /// How long to wait after so many tries, in seconds; nil when that was the last.
    func pauseSeconds(after tries: Int) -> Int64? {
        guard tries < mostTries else { return nil }
        return (1..<max(tries, 1)).reduce(firstSeconds) { pause, _ in min(pause * 3, mostAgeSeconds) }
    }
}

/// What became of a letter.
public struct DeliveryEvent: Hashable, Sendable {
    /// Its file in the outbox: `link_….eml`.
    public let letter: String
    /// How often it was tried, this time with.
    public let tries: Int
    /// Why it is still in the outbox; nil when it was taken, and is gone.
    public let failure: SMTPFailure?
    /// When it is tried again, in seconds; nil when it is taken, or left in the outbox for good.
    public let pauseSeconds: Int64?
}
