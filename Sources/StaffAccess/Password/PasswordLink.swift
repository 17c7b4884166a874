public import TimeKit
public import TokenKit

/// A link for setting a new password. Members who forgot their password request the link, and receive it by
/// e-mail. The link can be used once.
///
/// A request for an address that belongs to no member is stored in the same way. The response and its timing
/// therefore do not reveal who is a member.
public struct PasswordLink: Hashable, Sendable, Codable {
    /// The link's id: `link_` and 26 hex digits.
    public let id: String
    /// The hash of the address for which the link was requested.
    let address: String
    /// The id of the member with this address; nil if no member has the address.
    let member: String?
    /// The time at which the link was requested.
    let asked: Timestamp
    /// The time at which the link was claimed for sending; nil if it has not been claimed yet.
    var sent: Timestamp?
    /// The hash of the link's token; nil if the link was not sent.
    var hash: String?

    /// The lifetime of a link, in seconds: 10 minutes.
    ///
    /// Source: OWASP ASVS 5.0, 6.5.5.
    public static let lifeSeconds: Int64 = 600
    /// The maximum number of requests for one address within ``memorySeconds``. Further requests are ignored.
    static let mostToOneAddress = 3
    /// The retention period of a request, in seconds: an hour.
    static let memorySeconds: Int64 = 3_600
    /// The maximum number of stored requests for all addresses. It prevents mass requests from filling the
    /// disk.
    static let most = 10_000

    /// Returns whether the link can be used at a given time.
    func opens(at now: Timestamp) -> Bool {
        guard let sent, hash != nil else { return false }
        return now >= sent && now - sent < Self.lifeSeconds
    }
}

/// An e-mail that contains a ``PasswordLink``.
public struct PasswordMail: Hashable, Sendable {
    public let id: String
    /// The member's address.
    public let to: String
    /// The token of the link. Only its hash is stored.
    public let token: PasswordToken
    /// The time at which the link was claimed.
    public let time: Timestamp
}

/// The token of a ``PasswordLink``.
public typealias PasswordToken = SecretToken<LetterToken256>
