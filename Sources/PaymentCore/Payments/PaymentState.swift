public import TextKit

/// The state of a payment: one of the processor's statuses, or `needsReview`.
///
/// Source: Stripe API reference, "PaymentIntents", `status`.
public enum PaymentState: String, Sendable, Codable, CaseIterable {
    /// The payment has not been attempted yet, or the last attempt was declined.
    case requiresPaymentMethod = "requires_payment_method"
    case requiresConfirmation = "requires_confirmation"
    /// The payer's bank requires the payer to authenticate the payment.
    case requiresAction = "requires_action"
    /// The payment is pending, for example because a bank debit takes several days.
    case processing
    case requiresCapture = "requires_capture"
    case succeeded
    case canceled
    /// The outcome cannot be determined automatically, so a person must review the payment.
    case needsReview = "needs_review"

    /// Whether the state no longer changes by itself, but only through another request, such as a retry or a
    /// refund, or through a review.
    public var isFinal: Bool {
        switch self {
        case .succeeded, .canceled, .needsReview, .requiresPaymentMethod: true
        case .requiresConfirmation, .requiresAction, .processing, .requiresCapture: false
        }
    }

    /// A predicate that describes the state, such as "was canceled". It can follow the words "this payment".
    public var clause: String {
        switch self {
        case .requiresPaymentMethod: "is waiting for a payment method"
        case .requiresConfirmation: "is not confirmed yet"
        case .requiresAction: "is waiting for the payer to confirm it with the bank"
        case .processing: "is still being processed"
        case .requiresCapture: "is authorized, but not captured yet"
        case .succeeded: "has succeeded"
        case .canceled: "was canceled"
        case .needsReview: "must be reviewed first"
        }
    }

    /// Whether the payer can try another payment method. If true, nothing was charged and nothing can be
    /// charged later.
    public var takesAnotherTry: Bool { self == .requiresPaymentMethod || self == .canceled }
}

/// The number of payments of one kind in one state.
public struct PaymentCount: Hashable, Sendable {
    /// The kind of payment, such as `gift` or `contract`.
    public let kind: String
    /// The state that all counted payments have.
    public let state: PaymentState
    /// The number of payments of this kind in this state.
    public let count: Int
}

extension PaymentState: NamedState {}
extension PaymentRefund.State: NamedState {}
extension PaymentDispute.State: NamedState {}
extension Payee.Onboarding: NamedState {}
extension PayeePayout.State: NamedState {}
