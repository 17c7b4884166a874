import Processor
public import TimeKit

/// Why the money path did not do what it was asked for.
public struct PaymentError: Error, Hashable, Sendable {
    /// What happened.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// The card was declined.
        case declined
        /// One payment was tried too often.
        case tooManyAttempts
        /// Too many cards of one person or client were declined.
        case pausedForDeclines
        /// Too many cards of all were declined at this organization.
        case payeePaused
        /// The processor refused the request.
        case processorRefused
        /// The payment method's name is neither an id nor a test method. Nothing was saved.
        case unknownMethod
        /// No answer: what became of it will be known when the payment is reconciled.
        case outcomeUnknown
        /// The payment is in a state in which this cannot be done.
        case wrongState
        /// More than was paid cannot go back.
        case refundTooLarge
        /// More than is held cannot be released, and no more than that comes back.
        case releaseTooLarge
        /// No such payment, refund or schedule.
        case notFound
        /// Nothing would be left when the fee is taken.
        case feeExceedsAmount
        /// More than can be reckoned with.
        case amountTooLarge
        /// No product of this program has payments of this kind.
        case unknownKind
    }

    /// What happened.
    public var code: Code
    /// The values that prove it; may be empty. Never a card, never a donor.
    public var reason: String
    /// For `payeePaused`: until when.
    public var until: Timestamp?
    /// For `unknownMethod`: the most similar test method, or nil if none is similar enough.
    public var suggestion: String?

    /// An error of this code.
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

    /// What a refusal of the processor's comes to; of a declined card nothing more is told.
    init(_ refusal: ProcessorError) {
        if refusal.kind == .card {
            self.init(.declined)
        } else {
            self.init(.processorRefused, refusal.message)
        }
    }

    /// What happened, in half a sentence.
    public var summary: String {
        switch code {
        case .declined: "the card was declined"
        case .tooManyAttempts: "this payment was tried too often"
        case .pausedForDeclines: "too many cards were declined"
        case .payeePaused: "giving to this organization is paused for some minutes"
        case .processorRefused: "the processor refused the request"
        case .unknownMethod: "this is not a payment method"
        case .outcomeUnknown: "the processor did not answer"
        case .wrongState: "this cannot be done now"
        case .refundTooLarge: "this amount cannot be refunded"
        case .releaseTooLarge: "more than is there cannot be released"
        case .unknownKind: "no product here has payments of this kind"
        case .notFound: "there is no such payment"
        case .feeExceedsAmount: "the fee would be more than the amount"
        case .amountTooLarge: "the amount is larger than any that can be charged"
        }
    }

    /// What to do next.
    public var remedy: String {
        switch code {
        case .declined: PaymentFailure.sentenceForDonors
        case .tooManyAttempts: "begin anew with another card"
        case .pausedForDeclines, .payeePaused: "wait ten minutes and try again"
        case .unknownMethod:
            suggestion.map { "did you mean \($0)?" } ?? "name a test method, such as pm_card_visa"
        case .processorRefused: "correct what the reason names and try again"
        case .outcomeUnknown:
            "nothing is lost and nothing is charged twice: `tapctl payment reconcile` finds out what became of it"
        case .wrongState: "look at its state first"
        case .refundTooLarge: "refund at most what is left"
        case .releaseTooLarge: "release at most what is held"
        case .unknownKind: "use the version of this program that made the payment"
        case .notFound: "list what there is"
        case .feeExceedsAmount, .amountTooLarge: "give another amount"
        }
    }
}
