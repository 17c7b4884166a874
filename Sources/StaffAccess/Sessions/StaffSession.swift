public import TimeKit
public import TokenKit

/// Somebody who has signed in, until they sign out, are away for too long, or a day's work is over.
public struct StaffSession: Hashable, Sendable, Codable, Identifiable {
    /// The hash of its token.
    public let id: String
    /// Who has signed in.
    public let member: String
    /// When.
    public let created: Timestamp
    /// The last request, give or take ``precision``.
    public var seen: Timestamp

    /// How long it lives without a request, in seconds: 30 minutes.
    public static let idle: Int64 = 1_800
    /// How long it lives at most, in seconds: 12 hours.
    public static let longest: Int64 = 43_200
    /// How many seconds pass before a request is noted anew, so that not every page is a write.
    static let precision: Int64 = 60

    /// Whether it still lets somebody in. One from the future was made by a clock that was set back since.
    func isOpen(at now: Timestamp) -> Bool {
        now >= created && now - seen < Self.idle && now - created < Self.longest
    }
}

/// The token that identifies a browser's session.
public typealias SessionToken = SecretToken<LetterToken256>
