public import PaymentCore

/// What a payout of completed work is decided by.
public struct PayoutRequest: Hashable, Sendable {
    /// The work is done.
    public var isCompleted = true
    /// The work was cancelled, or its money went back.
    public var isCancelled = false
    /// Where its payment stands; nil where it has none.
    public var payment: PaymentState? = .succeeded
    /// Where its payout stands.
    public var status = PayoutStatus.pending
    /// The payee's account takes money.
    public var isConnected = true
    /// The payer's bank disputes the payment.
    public var isDisputed = false
    /// The rule, or the platform, has let it go.
    public var isApproved = true

    /// A request that is granted.
    public init() {}

    /// Why nothing may be paid; nil where it may, or where it is under way. The first reason of several.
    public var refusal: PayeeError.Code? {
        if !isCompleted { return isCancelled ? .wrongState : .notCompleted }
        guard let payment else { return .paymentNotFound }
        if payment != .succeeded { return .paymentNotSucceeded }
        if isCancelled { return .wrongState }
        if status == .paid { return .alreadyPaid }
        if isDisputed { return .disputed }
        if !isApproved { return .approvalRequired }
        return status == .processing || isConnected ? nil : .notConnected
    }
}
