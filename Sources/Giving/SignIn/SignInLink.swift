public import TimeKit
public import TokenKit

/// A link that signs a donor in. The donor requests the link, receives it by e-mail, and can use it once.
///
/// A request is stored for every address, whether or not the address belongs to a donor. The same steps are
/// taken in both cases, so that neither the response nor its timing reveals whether an address belongs to a
/// donor.
public struct SignInLink: Hashable, Sendable {
    /// The link's id, `link_…`.
    public var id: String
    /// The key of the requested e-mail address (see ``EmailAddress/key``).
    public var email: String
    /// The time of the request for the link.
    public var asked: Timestamp
    /// The time when the link was claimed for sending, or nil while the link is waiting.
    public var sent: Timestamp?
    /// The id of the donor who can sign in with the link. Nil before the link is sent, or if the address does
    /// not belong to a donor.
    public var donor: String?
    /// The hash of the link's token, or nil if the link has not been sent.
    public var hash: String?
    /// The time when the link was used, or nil.
    public var used: Timestamp?

    /// The number of seconds for which a link can be used: 10 minutes.
    ///
    /// Source: OWASP ASVS 5.0, 6.5.5.
    public static let lifeSeconds: Int64 = 600
    /// The maximum number of links that can be requested for one address within ``memorySeconds``.
    public static let mostToOneAddress = 3
    /// The number of seconds for which a request is stored: an hour.
    public static let memorySeconds: Int64 = 3_600
    /// The maximum number of stored requests for all addresses. This limit prevents mass requests from
    /// filling the disk.
    public static let most = 10_000

    /// Returns whether the link can be used at this time.
    public func opens(at now: Timestamp) -> Bool {
        guard let sent, used == nil, donor != nil else { return false }
        return now - sent < Self.lifeSeconds
    }
}

/// A session of a signed-in donor.
public struct DonorSession: Hashable, Sendable {
    /// The hash of the session's token.
    public var hash: String
    /// The donor's id, `donor_…`.
    public var donor: String
    /// The time at which the session expires.
    public var ends: Timestamp

    /// The length of a session in seconds: 30 minutes.
    public static let lifeSeconds: Int64 = 1_800
    /// The period after a sign-in during which the donor can end other sessions, in seconds: 10 minutes.
    ///
    /// Source: OWASP ASVS 5.0, 7.5.2.
    public static let freshSeconds: Int64 = 600

    /// The time of the sign-in.
    public var begin: Timestamp { ends.adding(seconds: -Self.lifeSeconds) }

    /// The first 16 characters of the hash. They identify the session on the donor's page.
    public var id: String { String(hash.prefix(16)) }

    /// Returns whether the sign-in was recent enough for the donor to end other sessions.
    public func isFresh(at now: Timestamp) -> Bool { now - begin < Self.freshSeconds }
}

/// A donor's sessions that have not expired.
public struct DonorSessions: Hashable, Sendable {
    /// The sessions, newest first.
    public let all: [DonorSession]
    /// The ``DonorSession/hash`` of the session that makes the request.
    public let own: String
    /// The time of the request.
    public let now: Timestamp

    /// Whether the donor can end other sessions from the current session. This requires a recent sign-in.
    public var canEndOthers: Bool { all.contains { $0.hash == own && $0.isFresh(at: now) } }
}

/// An e-mail with a sign-in link.
public struct SignInMail: Hashable, Sendable {
    /// The link's id, `link_…`.
    public let id: String
    /// The donor's e-mail address, as the donor first typed it.
    public let to: EmailAddress
    /// The token at the end of the link.
    public let token: BearerToken
    /// The time when the link was claimed for sending.
    public let time: Timestamp
}

/// The token in a donor's sign-in link or in the browser's session cookie.
public typealias BearerToken = SecretToken<HexToken128>
