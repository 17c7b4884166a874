public import TimeKit

/// The recent sign-in attempts that are counted under one key. The key is either an e-mail address, which
/// need not belong to a member, or a ``KnownBrowser`` of a member.
///
/// An attempt is counted before its password is checked. Sending many attempts at the same time therefore has
/// no advantage. A successful sign-in clears the count.
public struct SignInAttempts: Hashable, Sendable, Codable {
    /// The hash of the key under which the attempts are counted: of the address, or of the member and the
    /// browser. It does not reveal whether a member has this address.
    public internal(set) var address = ""
    /// The number of attempts since the count was last reset. A successful sign-in, or a day without an
    /// attempt, resets the count.
    public private(set) var count = 0
    /// The time of the last attempt.
    public private(set) var last: Timestamp
    /// The end of the latest pause, which may be in the past; nil if there was no pause.
    public private(set) var pausedUntil: Timestamp?

    /// The number of wrong passwords after which the first pause starts.
    public static let free = 5
    /// The length of the first pause, in seconds: one minute. Each additional wrong password doubles the
    /// pause.
    public static let firstPause: Int64 = 60
    /// The maximum length of a pause, in seconds: one hour.
    public static let longestPause: Int64 = 3_600
    /// The number of seconds after the last attempt until the count is reset to 0.
    public static let memory: Int64 = 86_400
    /// The maximum number of stored addresses. It prevents attempts for random addresses from filling the
    /// disk.
    public static let mostAddresses = 10_000

    /// The fields of the stored document. The address has a separate column, so that it is stored only once.
    private enum CodingKeys: String, CodingKey {
        case count, last, pausedUntil
    }

    init(address: String, at now: Timestamp) {
        self.address = address
        last = now
    }

    /// Counts an attempt.
    ///
    /// - Throws: ``StaffError`` with code `paused` if a pause has not ended. In that case, the attempt is not
    ///   counted.
    mutating func take(at now: Timestamp) throws(StaffError) {
        if now - last >= Self.memory { (count, pausedUntil) = (0, nil) }
        if let pausedUntil, now < pausedUntil { throw StaffError.paused(seconds: pausedUntil - now) }
        count += 1
        last = now
        guard count >= Self.free else { return }
        let doublings = min(count - Self.free, 16)
        pausedUntil = now.adding(seconds: min(Self.firstPause << Int64(doublings), Self.longestPause))
    }

    /// Removes the last attempt from the count, because its password was correct, and ends any pause. Earlier
    /// failed attempts still count.
    mutating func giveBack() { (count, pausedUntil) = (max(count - 1, 0), nil) }
}
