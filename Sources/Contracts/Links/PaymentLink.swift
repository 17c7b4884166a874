public import TimeKit
public import TokenKit

/// What a payment link ends with: 128 random bits, which say nothing of the contract.
public typealias LinkToken = SecretToken<LetterToken128>

/// A link that leads to the payment of an instalment. Of its token the hash alone is kept.
///
/// The token follows from a secret of the installation and the link's id, so that the open link can be sent again.
public struct PaymentLink: Hashable, Sendable, Codable, Identifiable {
    /// `plink_…`
    public let id: String
    /// `con_…`
    public let contract: String
    /// The number of the instalment.
    public let instalment: Int
    /// Of its token.
    public let hash: String
    /// From when on it leads nowhere.
    public let ends: Timestamp
    /// When it was withdrawn.
    public internal(set) var revokedAt: Timestamp?

    /// For how many seconds it leads to the payment: 30 days.
    public static let lifeSeconds: Int64 = 30 * 86_400

    /// Whether it leads to the payment.
    public func opens(at now: Timestamp) -> Bool { revokedAt == nil && now < ends }
}
