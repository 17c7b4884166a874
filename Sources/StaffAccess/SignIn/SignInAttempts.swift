public import TimeKit

/// The recent sign-in attempts for an address, known or unknown.
///
/// An attempt is counted before its password is checked, and all attempts are forgotten once a password is right. So a
/// thousand attempts at once gain nothing over a thousand in a row.
public struct SignInAttempts: Hashable, Sendable, Codable {
    /// The hash of the address, which does not reveal whether the address is known.
    public let address: String
    /// The number of attempts since the last success, or since a day without an attempt.
    public private(set) var count = 0
    /// The time of the last attempt.
    public private(set) var last: Timestamp
    /// The end of the pause, which may be over; nil if there was none.
    public private(set) var pausedUntil: Timestamp?

    /// The number of wrong passwords that start the first pause.
    public static let free = 5
    /// The length of the first pause, in seconds: a minute. Each further wrong password doubles it.
    public static let firstPause: Int64 = 60
    /// The longest pause, in seconds: an hour.
    public static let longestPause: Int64 = 3_600
    /// The seconds without an attempt after which all attempts are forgotten: a day.
    public static let memory: Int64 = 86_400
    /// The maximum number of stored addresses, so that attempts for random addresses cannot fill the disk.
    public static let mostAddresses = 10_000

    init(address: String, at now: Timestamp) {
        self.address = address
        last = now
    }

    /// Counts an attempt.
    ///
    /// - Throws: ``StaffError`` with code `paused` during a pause. Such an attempt is not counted.
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
