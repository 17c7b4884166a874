public import MoneyKit
public import TimeKit

/// Money at the processor that a person has decided not to book, and why.
public struct Dismissal: Hashable, Sendable, Codable, Identifiable {
    /// The processor's id: `ch_…`, `re_…`, `tr_…`.
    public var id: String
    /// How much it is.
    public var amount: Money
    /// The account that got it; nil for the platform's own.
    public var account: String?
    /// Why it is not booked.
    public var reason: String
    /// When the processor made it.
    public var created: Timestamp
    /// When it was dismissed.
    public var dismissed: Timestamp

    /// A dismissal.
    public init(
        id: String, amount: Money, account: String?, reason: String, created: Timestamp, dismissed: Timestamp
    ) {
        self.id = id
        self.amount = amount
        self.account = account
        self.reason = reason
        self.created = created
        self.dismissed = dismissed
    }

    /// The longest reason, in characters.
    public static let mostReason = 500
}

/// Dismissals, within one transaction.
public protocol DismissalRecords {
    /// Keeps a dismissal, in place of an earlier one of the same id.
    func save(_ dismissal: Dismissal) throws
    /// The dismissal of this id, or nil.
    func dismissal(_ id: String) throws -> Dismissal?
    /// Newest first, after one of them.
    func dismissals(after: Dismissal?, limit: Int) throws -> [Dismissal]
    /// Takes a dismissal back.
    func removeDismissal(_ id: String) throws
}
