public import FailureKit

/// An error of the booking service.
///
/// Programs compare `code`. The messages are for people, and never contain a name, an address or a price.
public struct BookingError: Failure, Hashable, Sendable {
    /// The kinds of errors.
    public enum Code: String, Sendable, CaseIterable {
        /// The booking's title, payer, address or price is invalid.
        case invalid
        /// The quote does not exist, or the actor is not a party to it.
        case quoteNotFound = "quote_not_found"
        /// The quote has expired and cannot be paid.
        case quoteExpired = "quote_expired"
        /// The job does not exist, or the actor is not a party to it.
        case jobNotFound = "job_not_found"
        /// The actor is a party to the quote or job, but the action is not allowed for the actor's role.
        case notYours = "not_yours"
        /// The idempotency key was used for a different request.
        case idempotencyConflict = "idempotency_conflict"
        /// The job's status does not allow the action.
        case wrongState = "wrong_state"
        /// The quote has no payment.
        case paymentNotFound = "payment_not_found"
        /// The payment has an open dispute, so no money moves.
        case disputed
    }

    /// The code that identifies the kind of error.
    public let code: Code
    /// Details about the error, such as an id or the job's status. Can be empty.
    public let reason: String

    /// Creates an error.
    ///
    /// - Parameter reason: Details about the error, such as an id or the job's status.
    public init(_ code: Code, _ reason: String = "") {
        self.code = code
        self.reason = reason
    }

    /// Returns the error for a quote that does not exist or that the actor is not a party to.
    static func unknownQuote(_ id: String) -> BookingError {
        BookingError(.quoteNotFound, String(id.prefix(40)))
    }

    /// Returns the error for a job that does not exist or that the actor is not a party to.
    static func unknownJob(_ id: String) -> BookingError { BookingError(.jobNotFound, String(id.prefix(40))) }

    /// A clause that describes what happened, without a period.
    public var summary: String { texts.summary }

    /// A clause that describes the next step for the caller.
    public var remedy: String { texts.remedy }

    private var texts: (summary: String, remedy: String) {
        switch code {
        case .invalid: ("the booking is invalid", "correct the value and try again")
        case .quoteNotFound: ("the quote was not found", "check the quote's id")
        case .quoteExpired: ("the quote has expired", "request a new quote")
        case .jobNotFound: ("Job not found", "check the job's id")
        case .notYours:
            ("you do not have permission to do this", "sign in with an account that has permission")
        case .idempotencyConflict: ("the idempotency key was used for a different request", "use a new key")
        case .wrongState:
            ("this action is not possible in the job's current status", "check the job's status")
        case .paymentNotFound: ("the quote has no payment", "pay the quote first")
        case .disputed: ("the payment is disputed", "wait for the bank's decision on the dispute")
        }
    }
}

extension BookingError {
    /// The stable code that programs compare.
    public var failureCode: String { code.rawValue }

    /// The error's category, which determines the exit code and the HTTP status.
    public var category: FailureCategory {
        switch code {
        case .invalid: .malformed
        case .quoteNotFound, .jobNotFound, .paymentNotFound: .notFound
        case .quoteExpired, .notYours, .idempotencyConflict, .wrongState, .disputed: .refused
        }
    }
}
