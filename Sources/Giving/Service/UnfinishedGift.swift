/// A gift was begun, and the work on it was broken off: a full disk, an interruption.
///
/// Whether it was charged is not known here; a reconciliation finds out. Making it again could charge it twice.
public struct UnfinishedGift: Error, Sendable {
    /// The gift's id.
    public let gift: String
    /// What broke the work off.
    public let cause: any Error
}
