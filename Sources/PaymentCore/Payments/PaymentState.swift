public import TextKit

/// The state of a payment: the processor's `status`, and `needsReview`.
///
/// Source: Stripe API reference, "PaymentIntents", `status`.
public enum PaymentState: String, Hashable, Sendable, Codable, CaseIterable {
    /// Declined, or not attempted yet.
    case requiresPaymentMethod = "requires_payment_method"
    case requiresConfirmation = "requires_confirmation"
    /// The donor's bank requires authentication.
    case requiresAction = "requires_action"
    /// The payment is pending, because a bank debit takes days.
    case processing
    case requiresCapture = "requires_capture"
    case succeeded
    case canceled
    /// The outcome cannot be found automatically: a person must review the payment.
    case needsReview = "needs_review"

    /// Whether the state does not change without a new request.
    public var isFinal: Bool {
        switch self {
        case .succeeded, .canceled, .needsReview, .requiresPaymentMethod: true
        case .requiresConfirmation, .requiresAction, .processing, .requiresCapture: false
        }
    }

    /// Whether another method can be tried: nothing was charged, and nothing will be.
    public var takesAnotherTry: Bool { self == .requiresPaymentMethod || self == .canceled }
}

/// The number of payments of a product in a state.
public struct PaymentCount: Hashable, Sendable {
    /// The kind of payment, such as `gift` or `contract`, which selects its policy.
    public let kind: String
    /// The state.
    public let state: PaymentState
    /// The number of payments.
    public let count: Int
}

extension PaymentState: NamedState {}
extension PaymentRefund.State: NamedState {}
extension PaymentDispute.State: NamedState {}
extension Payee.Onboarding: NamedState {}
extension PayeePayout.State: NamedState {}
