public import TextKit

/// Where a payment stands, in the processor's own words, and one of ours.
///
/// Source: Stripe API reference, "PaymentIntents", `status`.
public enum PaymentState: String, Hashable, Sendable, Codable, CaseIterable {
    /// Declined, or not tried yet.
    case requiresPaymentMethod = "requires_payment_method"
    case requiresConfirmation = "requires_confirmation"
    /// The donor's bank wants to hear the donor.
    case requiresAction = "requires_action"
    /// A bank account takes days.
    case processing
    case requiresCapture = "requires_capture"
    case succeeded
    case canceled
    /// Nobody can tell by machine what became of it: a person has to look.
    case needsReview = "needs_review"

    /// Nothing more comes by itself.
    public var isFinal: Bool {
        switch self {
        case .succeeded, .canceled, .needsReview, .requiresPaymentMethod: true
        case .requiresConfirmation, .requiresAction, .processing, .requiresCapture: false
        }
    }

    /// Nothing is charged and nothing will be, until another method is tried.
    public var takesAnotherTry: Bool { self == .requiresPaymentMethod || self == .canceled }
}

/// The number of payments of a product in a state.
public struct PaymentCount: Hashable, Sendable {
    /// The kind of payment, which names its policy: `gift`, `contract`.
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
