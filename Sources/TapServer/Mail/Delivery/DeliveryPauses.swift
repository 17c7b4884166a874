import Giving

/// How often a letter is tried, and how long it waits in between.
struct DeliveryPauses: Hashable, Sendable {
    /// How often it is tried at most.
    let mostTries: Int
    /// How long it waits after the first try, in seconds; three times as long after each further one.
    let firstSeconds: Int64 = 10
    /// How long it waits at most, in seconds.
    let mostSeconds: Int64
    /// A letter that is older is left alone, in seconds: nobody wants it any more.
    let mostAgeSeconds: Int64

    /// A link opens nothing after 15 minutes: 5 tries within seven, after 10 s, 30 s, 90 s and 270 s.
    static let link = DeliveryPauses(
        mostTries: 5, mostSeconds: 270, mostAgeSeconds: SignInLink.lifeSeconds)
    /// A receipt is wanted for days: in the first hour as often as it pays, then every hour, for three days.
    ///
    /// Source: RFC 5321 §4.5.4.1.
    static let standard = DeliveryPauses(
        mostTries: 80, mostSeconds: 3_600, mostAgeSeconds: DonorNotice.lifeSeconds)

    /// How long to wait after so many tries, in seconds; nil when that was the last.
    func pauseSeconds(after tries: Int) -> Int64? {
        guard tries < mostTries else { return nil }
        return (1..<max(tries, 1)).reduce(firstSeconds) { pause, _ in min(pause * 3, mostSeconds) }
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
