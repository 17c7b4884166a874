public import TimeKit
public import TokenKit

/// A signed-in member's session in a browser.
///
/// A session ends when the member signs out, after ``idle`` seconds without a request, or ``longest`` seconds
/// after the sign-in.
public struct StaffSession: Hashable, Sendable, Codable {
    /// The hash of the session's token.
    public let id: String
    /// The id of the member.
    public let member: String
    /// The time of the sign-in.
    public let created: Timestamp
    /// The time of the last request. The stored time can be up to ``precision`` seconds too early.
    public var seen: Timestamp

    /// The id that may be shown on a page: the first 16 hex digits of ``id``.
    public var publicID: String { String(id.prefix(16)) }

    /// The number of seconds without a request after which a session expires: 30 minutes.
    public static let idle: Int64 = 1_800
    /// The maximum lifetime of a session, in seconds: 12 hours.
    public static let longest: Int64 = 43_200
    /// The minimum number of seconds between two updates of ``seen``, so that not every request causes a
    /// write.
    static let precision: Int64 = 60

    /// Returns whether the session is still valid.
    ///
    /// If the creation time is in the future, because the clock was set back, the session is not valid.
    func isOpen(at now: Timestamp) -> Bool {
        now >= created && now - seen < Self.idle && now - created < Self.longest
    }
}

/// The token that identifies a browser's session.
public typealias SessionToken = SecretToken<LetterToken256>
