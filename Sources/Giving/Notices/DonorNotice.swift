public import TimeKit

/// An e-mail to a donor about a receipt, a refund or a monthly gift.
public struct DonorNotice: Hashable, Sendable {
    /// The notice's id, `note_…`.
    public let id: String
    /// The e-mail address that the donor entered with the gift.
    public let to: EmailAddress
    /// The title, such as `Your $50 gift to Grace Church: receipt`.
    public let title: String
    /// The text of the notice: one or more sentences.
    public let body: String
    /// The receipt that the notice is about, in its current state, or nil.
    public let receipt: Receipt?
    /// The time when the notice was created.
    public let time: Timestamp

    /// The age in seconds after which a notice is no longer e-mailed: three days. Older notices remain
    /// stored.
    ///
    /// Without this limit, turning on e-mail for the first time would send every stored notice.
    public static let lifeSeconds: Int64 = 3 * 86_400
    /// The number of seconds for which a notice is reserved for the process that claimed it: five minutes.
    static let takenSeconds: Int64 = 300
}
