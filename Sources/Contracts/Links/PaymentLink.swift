public import TimeKit
public import TokenKit

/// The token at the end of a payment link: 128 bits that are derived from a secret and reveal nothing about
/// the contract.
public typealias LinkToken = SecretToken<LetterToken128>

/// A link to the payment page of an installment. Only the hash of the link's token is stored.
///
/// The token is derived from the installation's secret and the link's id. An open link can therefore be sent
/// again.
public struct PaymentLink: Hashable, Sendable, Codable {
    /// The link's id, `plink_…`.
    public let id: String
    /// The contract's id, `con_…`.
    public let contract: String
    /// The number of the installment, starting at 1.
    public let instalment: Int
    /// The hash of the link's token.
    public let hash: String
    /// The time when the link expires.
    public let ends: Timestamp
    /// The time at which the link was revoked, or nil.
    var revokedAt: Timestamp?

    /// The lifetime of a link in seconds: 30 days.
    public static let lifeSeconds: Int64 = 30 * 86_400

    /// Returns whether the link can be used at the given time.
    public func opens(at now: Timestamp) -> Bool { revokedAt == nil && now < ends }
}
