public import TimeKit

/// What a donor is told by e-mail: a receipt, what went back, a month that was declined.
public struct DonorNotice: Hashable, Sendable, Identifiable {
    /// `note_…`
    public let id: String
    /// The address that was typed with the gift.
    public let to: EmailAddress
    /// In ASCII: `Receipt T-WoodlandsChurch-2026-000001`.
    public let title: String
    /// In a sentence or two.
    public let body: String
    /// The receipt that it is about, as it stands now; nil where it is about none.
    public let receipt: Receipt?
    /// When it was decided.
    public let time: Timestamp

    /// For how many seconds it is worth an e-mail: three days. Older ones stay in the list of what is to be told, so that who
    /// lets this program send e-mails from one day on writes nobody of gifts of last year.
    public static let lifeSeconds: Int64 = 3 * 86_400
    /// For how many seconds a notice is left to who has taken it: five minutes.
    static let takenSeconds: Int64 = 300
}
