public import TimeKit
public import TokenKit

/// A link with which a donor signs in: requested, sent by e-mail, and used once.
///
/// It is stored for any requested address, whether the owner is a donor or not. Both cases take the same steps, so that
/// neither the response nor its timing reveals who has given.
public struct SignInLink: Hashable, Sendable, Identifiable {
    /// `link_…`
    public var id: String
    /// The key of the address that was typed.
    public var email: String
    /// When it was asked for.
    public var asked: Timestamp
    /// When it was taken to be sent; nil while it waits.
    public var sent: Timestamp?
    /// The donor whom it lets in; nil until it is sent, and where nobody gave with the address.
    public var donor: String?
    /// Of its token; nil where it was sent to nobody.
    public var hash: String?
    /// When it was used.
    public var used: Timestamp?

    /// For how many seconds it can be used: 15 minutes.
    public static let lifeSeconds: Int64 = 900
    /// How many are sent to one address within ``memorySeconds``.
    public static let mostToOneAddress = 3
    /// For how many seconds it is remembered that one was asked for: an hour.
    public static let memorySeconds: Int64 = 3_600
    /// How many are remembered at a time, of all addresses: whoever asks for more fills no disk.
    public static let most = 10_000

    /// A link that waits to be sent.
    public init(id: String, email: String, asked: Timestamp) {
        self.id = id
        self.email = email
        self.asked = asked
    }

    /// Whether it lets in at a moment.
    public func opens(at now: Timestamp) -> Bool {
        guard let sent, used == nil, donor != nil else { return false }
        return now - sent < Self.lifeSeconds
    }
}

/// A donor who has signed in.
public struct DonorSession: Hashable, Sendable {
    /// Of its token.
    public var hash: String
    /// `donor_…`
    public var donor: String
    /// From when on it is over.
    public var ends: Timestamp

    /// For how many seconds it goes: 30 minutes.
    public static let lifeSeconds: Int64 = 1_800
}

/// What goes into the e-mail that brings a link.
public struct SignInMail: Hashable, Sendable {
    /// `link_…`
    public let id: String
    /// The donor's address, as they typed it first.
    public let to: EmailAddress
    /// What the link ends with.
    public let token: BearerToken
    /// When it was taken to be sent.
    public let time: Timestamp
}

/// The token at the end of a donor's link, and in their browser's cookie.
public typealias BearerToken = SecretToken<HexToken128>
