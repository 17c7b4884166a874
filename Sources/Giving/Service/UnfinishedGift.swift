public import FailureKit

/// A gift was begun, and the work on it was broken off: a full disk, an interruption.
///
/// Whether it was charged is not known here; a reconciliation finds out. Making it again could charge it twice.
public struct UnfinishedGift: Failure, Sendable {
    /// The gift's id.
    public let gift: String
    /// What broke the work off.
    public let cause: any Error
}

extension UnfinishedGift {
    /// The stable code of the interrupting error.
    public var failureCode: String {
        (cause as? any Failure)?.failureCode ?? (cause is CancellationError ? "cancelled" : "internal")
    }

    /// The category of the interrupting error.
    public var category: FailureCategory {
        (cause as? any Failure)?.category ?? (cause is CancellationError ? .interrupted : .ourBug)
    }

    /// A clause that says what happened.
    public var summary: String { "the work on \(gift) was broken off, and it may have been charged" }

    /// The interrupting error.
    public var reason: String {
        guard let failure = cause as? any Failure else { return String(describing: cause) }
        return failure.reason.isEmpty ? failure.summary : "\(failure.summary): \(failure.reason)"
    }
}
