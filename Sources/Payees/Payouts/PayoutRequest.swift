public import PaymentCore

/// The conditions that determine whether a job can be paid out.
public struct PayoutRequest: Hashable, Sendable {
    /// Whether the work is completed.
    public var isCompleted = true
    /// Whether the work was canceled or its payment was refunded.
    public var isCancelled = false
    /// The state of the job's payment, or nil if the job has no payment.
    public var payment: PaymentState? = .succeeded
    /// The status of the job's payout.
    public var status = PayoutStatus.pending
    /// Whether the payee's account can receive money.
    public var isConnected = true
    /// Whether the payer's bank disputes the payment.
    public var isDisputed = false
    /// Whether the payout was approved, by a rule or by the platform.
    public var isApproved = true

    /// Creates a request with default values that allow the payout.
    public init() {}

    /// The first reason to refuse the payout, or nil if the payout is allowed. The payee's account is not
    /// checked for a payout that is already in progress.
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
