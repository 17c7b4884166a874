public import FailureKit
import Processor
public import TimeKit

/// An error of the payment core.
public struct PaymentError: Failure, Hashable, Sendable {
    /// The kind of error.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// The card was declined.
        case declined
        /// The payment has been attempted too often.
        case tooManyAttempts
        /// Too many cards were declined for one person or client.
        case pausedForDeclines
        /// Too many cards were declined at this organization, counting all payers.
        case payeePaused
        /// The processor refused the request.
        case processorRefused
        /// The payment method's name is neither an id nor a test method. Nothing was saved.
        case unknownMethod
        /// The processor did not respond. Reconciling the payment will find the outcome.
        case outcomeUnknown
        /// The payment's state does not allow this.
        case wrongState
        /// The refund exceeds what is left of the payment.
        case refundTooLarge
        /// The release exceeds what is held, or the reversal exceeds what is left of the release.
        case releaseTooLarge
        /// The payment, refund or schedule was not found.
        case notFound
        /// Nothing would be left after the fee.
        case feeExceedsAmount
        /// The amount is too large for calculations.
        case amountTooLarge
        /// No product of this program makes payments of this kind.
        case unknownKind
    }

    /// The kind of error.
    public var code: Code
    /// The facts about the error; may be empty. Never contains card or donor data.
    public var reason: String
    /// The end of the pause, if the code is `payeePaused`; otherwise nil.
    public var until: Timestamp?
    /// The most similar test method, if the code is `unknownMethod` and one is similar enough; otherwise nil.
    public var suggestion: String?

    /// Creates an error.
    public init(_ code: Code, _ reason: String = "") {
        self.code = code
        self.reason = reason
    }

    static func payeePaused(until: Timestamp) -> PaymentError {
        var error = PaymentError(.payeePaused, "many cards were declined here")
        error.until = until
        return error
    }

    static func unknownMethod(_ name: String, suggestion: String?) -> PaymentError {
        var error = PaymentError(.unknownMethod, name.isEmpty ? "" : "there is no test method \"\(name)\"")
        error.suggestion = suggestion
        return error
    }

    /// Creates an error from a refusal of the processor. For a declined card, no details are kept.
    init(_ refusal: ProcessorError) {
        if refusal.kind == .card {
            self.init(.declined)
        } else {
            self.init(.processorRefused, refusal.message)
        }
    }

    /// A description of the error, as part of a sentence.
    public var summary: String {
        switch code {
        case .declined: "the card was declined"
        case .tooManyAttempts: "there were too many attempts to pay"
        case .pausedForDeclines: "too many cards were declined"
        case .payeePaused: "giving to this organization is paused for some minutes"
        case .processorRefused: "the processor refused the request"
        case .unknownMethod: "this is not a payment method"
        case .outcomeUnknown: "the processor did not respond"
        case .wrongState: "this cannot be done now"
        case .refundTooLarge: "this amount cannot be refunded"
        case .releaseTooLarge: "this amount cannot be released"
        case .unknownKind: "no product of this program has payments of this kind"
        case .notFound: "there is no such payment"
        case .feeExceedsAmount: "the fee would be more than the amount"
        case .amountTooLarge: "the amount is larger than any that can be charged"
        }
    }

    /// The step to take next.
    public var remedy: String {
        switch code {
        case .declined: PaymentFailure.sentenceForDonors
        case .tooManyAttempts: "start again with another card"
        case .pausedForDeclines, .payeePaused: "wait ten minutes and try again"
        case .unknownMethod:
            suggestion.map { "did you mean \($0)?" } ?? "use a test method, such as pm_card_visa"
        case .processorRefused: "correct the request and try again"
        case .outcomeUnknown:
            "nothing is lost or charged twice; a reconciliation finds the outcome"
        case .wrongState: "check its state first"
        case .refundTooLarge: "refund at most the remaining amount"
        case .releaseTooLarge: "release at most the amount held"
        case .unknownKind: "use the version of this program that made the payment"
        case .notFound: "list them to find the right one"
        case .feeExceedsAmount, .amountTooLarge: "choose another amount"
        }
    }
}

extension PaymentError {
    /// The stable error code.
    public var failureCode: String { code.rawValue }

    /// The kind of failure.
    public var category: FailureCategory {
        switch code {
        case .notFound: .notFound
        case .outcomeUnknown: .tryAgain
        case .unknownKind, .unknownMethod: .malformed
        case .declined, .tooManyAttempts, .pausedForDeclines, .payeePaused, .processorRefused,
            .wrongState, .refundTooLarge, .releaseTooLarge, .feeExceedsAmount, .amountTooLarge:
            .refused
        }
    }
}
