public import TimeKit

/// Money of a payment that goes back to the payer.
public struct PaymentRefund: Hashable, Sendable, Codable, Identifiable {
    /// How far it is.
    public enum State: String, Hashable, Sendable, Codable, CaseIterable {
        case pending, succeeded, failed
        case needsReview = "needs_review"
    }

    /// The refund's id, `ref_…`. If the refund was requested here, the processor stores the id in
    /// `metadata[refund_id]`.
    public var id: String
    /// `pay_…`
    public var payment: String
    /// In minor units.
    public var amountMinor: Int64
    /// Why: `duplicate`, `fraudulent`, `requested_by_customer`.
    public var reason: String?
    /// How far it is.
    public var state: State
    /// `re_…`, once the processor has answered.
    public var processorRefund: String?
    /// What was taken from the payee's account, in minor units; the rest of the amount stands as receivable.
    public var reversedMinor: Int64 = 0
    /// Why it failed.
    public var failure: String?
    /// It went through, was looked at when no bank can send it back any more, and need not be watched.
    public var isSettled = false
    /// When it was asked for.
    public var created: Timestamp
    /// True if the refund was made at the processor, not here. Otherwise nil.
    public var isOutside: Bool?

    /// For how long the payer's bank may send back what went through: 30 days, in seconds.
    ///
    /// Source: Stripe documentation, "Handle failed refunds".
    static let life: Int64 = 30 * 86_400

    /// Whether another refund may be requested without a person, as far as this one is concerned.
    ///
    /// - Parameter minor: The amount of the other refund, in minor units.
    /// - Returns: False if a bank sent this one back, or the processor refused it and would refuse the same amount again.
    public func permitsRefund(ofMinor minor: Int64) -> Bool {
        state != .failed || processorRefund == nil && amountMinor != minor
    }
}

/// A payer's bank asks for the money back.
public struct PaymentDispute: Hashable, Sendable, Codable, Identifiable {
    /// How far it is, in few words: the processor has more.
    public enum State: String, Hashable, Sendable, Codable, CaseIterable {
        case inquiry, open, won, lost
        /// An inquiry that came to nothing.
        case closed
    }

    /// `dp_…`
    public var id: String
    /// `pay_…`
    public var payment: String
    /// In minor units.
    public var amountMinor: Int64
    /// `fraudulent`, …
    public var reason: String
    /// How far it is.
    public var state: State
    /// When it came.
    public var created: Timestamp
    /// Until when evidence counts.
    public var dueBy: Timestamp?
}
