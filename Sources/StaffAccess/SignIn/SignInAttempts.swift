public import TimeKit

/// How often a password was tried for an address, whether anybody has it or not.
///
/// Tries are counted before the password is looked at, and forgotten when it was right: a thousand at once are no more
/// than one after another.
public struct SignInAttempts: Hashable, Sendable, Codable {
    /// What stands for the address.
    public let address: String
    /// Tries without a right one.
    public private(set) var count = 0
    /// The last one.
    public private(set) var last: Timestamp
    /// Until when none is taken.
    public private(set) var pausedUntil: Timestamp?

    /// How many wrong passwords are free.
    public static let free = 5
    /// The first pause, in seconds; each further wrong password doubles it.
    public static let firstPause: Int64 = 60
    /// The longest pause, in seconds: an hour.
    public static let longestPause: Int64 = 3_600
    /// After so many seconds without a try all is forgotten: a day.
    public static let memory: Int64 = 86_400
    /// How many addresses are remembered at most: whoever tries them all at random fills no disk.
    public static let mostAddresses = 10_000

    init(address: String, at now: Timestamp) {
        self.address = address
        last = now
    }

    /// One more try.
    ///
    /// - Throws: ``StaffError`` with code `paused` where none is taken now; that one counts as none.
    mutating func take(at now: Timestamp) throws(StaffError) {
        if now - last >= Self.memory { (count, pausedUntil) = (0, nil) }
        if let pausedUntil, now < pausedUntil { throw StaffError.paused(seconds: pausedUntil - now) }
        count += 1
        last = now
        guard count >= Self.free else { return }
        let doublings = min(count - Self.free, 16)
        pausedUntil = now.adding(seconds: min(Self.firstPause << Int64(doublings), Self.longestPause))
    }
}
