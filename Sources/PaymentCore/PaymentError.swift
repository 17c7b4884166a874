public import FailureKit
import Processor
public import TimeKit

/// An error that the payment core reports, with a code and the facts about the error.
public struct PaymentError: Failure, Hashable, Sendable {
    /// The kind of error.
    public enum Code: String, Sendable, CaseIterable {
        /// The card was declined.
        case declined
        /// The payment has been attempted too often.
        case tooManyAttempts
        /// Too many cards were declined for one payer, client or payment.
        case pausedForDeclines
        /// Too many cards were declined for this organization, across all payers.
        case payeePaused
        /// The processor refused the request.
        case processorRefused
        /// The payment method's name is neither an id nor the name of a test method. Nothing was saved.
        case unknownMethod
        /// The outcome of a request is unknown, for example because the processor did not respond. A
        /// reconciliation determines the outcome.
        case outcomeUnknown
        /// The payment's state does not allow the operation.
        case wrongState
        /// The amount of the refund is not positive, or exceeds the amount that can still be refunded.
        case refundTooLarge
        /// The amount of the release or reversal is not positive, or exceeds the amount that can be released
        /// or reversed.
        case releaseTooLarge
        /// No payment, refund, schedule or other object has the given id.
        case notFound
        /// The fee would leave nothing for the payee.
        case feeExceedsAmount
        /// The amount is so large that a calculation would overflow.
        case amountTooLarge
        /// The fee is negative, or its percentages add up to 100% or more. No amount can be charged with it.
        case invalidFee
        /// No product of this program makes payments of this kind.
        case unknownKind
    }

    /// The code, which determines the summary, the remedy and the category.
    public var code: Code
    /// The facts about the error, possibly empty. They never contain card or payer data.
    public var reason: String
    /// If the code is `payeePaused`, the time when the pause ends; otherwise nil.
    public var until: Timestamp?
    /// The most similar test method if the code is `unknownMethod`. Nil for other codes, or if no test method
    /// is similar enough.
    public var suggestion: String?
    /// The remedy that replaces the code's general remedy, or nil.
    private var specificRemedy: String?

    /// Creates an error. The reason contains facts about the error, but no card or payer data.
    public init(_ code: Code, _ reason: String = "") {
        self.code = code
        self.reason = reason
    }

    /// Creates an error with a remedy that replaces the code's general remedy.
    init(_ code: Code, _ reason: String, remedy: String) {
        self.init(code, reason)
        specificRemedy = remedy
    }

    static func payeePaused(until: Timestamp) -> PaymentError {
        var error = PaymentError(.payeePaused, "too many payments to this organization were declined")
        error.until = until
        return error
    }

    static func unknownMethod(_ name: String, suggestion: String?) -> PaymentError {
        var error = PaymentError(.unknownMethod, name.isEmpty ? "" : "there is no test method \"\(name)\"")
        error.suggestion = suggestion
        return error
    }

    /// Creates an error from a refusal by the processor. The details of a declined card are omitted.
    init(_ refusal: ProcessorError) {
        if refusal.kind == .card {
            self.init(.declined)
        } else {
            self.init(.processorRefused, refusal.message)
        }
    }

    /// A clause that describes the error.
    public var summary: String {
        switch code {
        case .declined: "the card was declined"
        case .tooManyAttempts: "there were too many payment attempts"
        case .pausedForDeclines: "too many payments were declined"
        case .payeePaused: "payments to this organization are temporarily paused"
        case .processorRefused: "the processor refused the request"
        case .unknownMethod: "the payment method is unknown"
        case .outcomeUnknown: "the processor did not respond"
        case .wrongState: "this action is not possible now"
        case .refundTooLarge: "this amount cannot be refunded"
        case .releaseTooLarge: "this amount cannot be released or reversed"
        case .unknownKind: "payments of this kind are not supported"
        case .notFound: "nothing was found with this id"
        case .feeExceedsAmount: "the amount is too small to cover the fee"
        case .amountTooLarge: "the amount is too large to be charged"
        case .invalidFee: "the fee is invalid"
        }
    }

    /// The next step that a person can take.
    public var remedy: String {
        if let specificRemedy { return specificRemedy }
        return switch code {
        case .declined: PaymentFailure.sentenceForDonors
        case .tooManyAttempts: "start a new payment with a different card"
        case .pausedForDeclines, .payeePaused: "wait ten minutes and try again"
        case .unknownMethod:
            suggestion.map { "did you mean \($0)?" } ?? "use a test method, such as pm_card_visa"
        case .processorRefused: "correct the request and try again"
        case .outcomeUnknown:
            "reconcile the payments to find the outcome; nothing is lost or charged twice"
        case .wrongState: "check the payment's status"
        case .refundTooLarge: "check how much has already been refunded"
        case .releaseTooLarge: "check how much is held and how much was released"
        case .unknownKind: "use the version of this program that created the payment"
        case .notFound: "check the id"
        case .feeExceedsAmount: "choose a larger amount"
        case .amountTooLarge: "choose another amount"
        case .invalidFee: "correct the fee"
        }
    }
}

extension PaymentError {
    /// The stable error code.
    public var failureCode: String { code.rawValue }

    /// The category of the error, which the code determines.
    public var category: FailureCategory {
        switch code {
        case .notFound: .notFound
        case .outcomeUnknown: .tryAgain
        case .unknownKind, .unknownMethod: .malformed
        case .declined, .tooManyAttempts, .pausedForDeclines, .payeePaused, .processorRefused,
            .wrongState, .refundTooLarge, .releaseTooLarge, .feeExceedsAmount, .amountTooLarge, .invalidFee:
            .refused
        }
    }
}
