public import FailureKit

/// An error for a gift whose processing was interrupted, for example by a full disk.
///
/// It is unknown whether the gift was charged, and only a reconciliation can determine that. If the donor
/// makes the gift again before the reconciliation, the donor may be charged twice.
public struct UnfinishedGift: Failure, Sendable {
    /// The id of the gift.
    public let gift: String
    /// The error that caused the interruption.
    public let cause: any Error
}

extension UnfinishedGift {
    /// The stable code of the error that caused the interruption.
    public var failureCode: String {
        (cause as? any Failure)?.failureCode ?? (cause is CancellationError ? "cancelled" : "internal")
    }

    /// The category of the error that caused the interruption.
    public var category: FailureCategory {
        (cause as? any Failure)?.category ?? (cause is CancellationError ? .interrupted : .ourBug)
    }

    /// A clause that describes what happened, without a period.
    public var summary: String {
        "processing of \(gift) was interrupted, and the donor may have been charged"
    }

    /// A description of the error that caused the interruption.
    public var reason: String {
        guard let failure = cause as? any Failure else { return String(describing: cause) }
        return failure.reason.isEmpty ? failure.summary : "\(failure.summary): \(failure.reason)"
    }
}
