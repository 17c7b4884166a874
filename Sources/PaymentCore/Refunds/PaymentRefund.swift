public import TimeKit

/// A refund of all or part of a payment.
public struct PaymentRefund: Hashable, Sendable, Codable {
    /// The state of a refund.
    public enum State: String, Sendable, Codable, CaseIterable {
        case pending, succeeded, failed
        case needsReview = "needs_review"
    }

    /// The refund's id, `ref_…`. If this program requested the refund, the processor stores the id in
    /// `metadata[refund_id]`.
    public var id: String
    /// The payment's id, `pay_…`.
    public var payment: String
    /// The amount, in minor units.
    public var amountMinor: Int64
    /// The reason: `duplicate`, `fraudulent`, `requested_by_customer` or nil.
    public var reason: String?
    /// The last known state of the refund.
    public var state: State
    /// The processor's id, `re_…`, or nil until the processor has responded.
    public var processorRefund: String?
    /// The amount that was taken from the payee's account, in minor units. For a destination charge, the
    /// payee owes the rest of the refund.
    public var reversedMinor: Int64 = 0
    /// The reason that the refund failed; nil if it did not fail.
    public var failure: String?
    /// Whether the refund's state is considered final, because the bank can no longer return a refund that is
    /// more than 30 days old. Reconciliation does not fetch such a refund.
    public var isSettled = false
    /// The time of the request.
    public var created: Timestamp
    /// Whether the refund was made at the processor and not by this program. Nil means false.
    public var isOutside: Bool?

    /// The time during which the payer's bank can return a successful refund, in seconds: 30 days.
    ///
    /// Source: Stripe documentation, "Handle failed refunds".
    static let life: Int64 = 30 * 86_400

    /// Returns whether another refund can be requested automatically after this one.
    ///
    /// - Parameter minor: The amount of the other refund, in minor units.
    /// - Returns: False if a bank returned this refund, or if the processor refused this refund and the other
    ///   refund has the same amount.
    public func permitsRefund(ofMinor minor: Int64) -> Bool {
        state != .failed || processorRefund == nil && amountMinor != minor
    }
}

/// A demand by the payer's bank to return all or part of a payment.
public struct PaymentDispute: Hashable, Sendable, Codable {
    /// The states of a dispute. The processor distinguishes more states.
    public enum State: String, Sendable, Codable, CaseIterable {
        case inquiry, open, won, lost
        /// The bank only made an inquiry, which ended without a dispute.
        case closed
    }

    /// The dispute's id, `dp_…`.
    public var id: String
    /// The payment's id, `pay_…`.
    public var payment: String
    /// The disputed amount, in minor units.
    public var amountMinor: Int64
    /// The reason, such as `fraudulent`.
    public var reason: String
    /// The last known state of the dispute.
    public var state: State
    /// The time at which the dispute was opened.
    public var created: Timestamp
    /// The deadline for submitting evidence, or nil.
    public var dueBy: Timestamp?
}
