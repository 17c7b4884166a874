public import FailureKit

/// Why something cannot be done with a booking.
///
/// `code` is what programs compare; the sentences are for people. No name, address or price stands in them.
public struct BookingError: Failure, Hashable, Sendable {
    /// What happened.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// What was entered cannot be booked.
        case invalid
        /// No such quote.
        case quoteNotFound = "quote_not_found"
        /// The quote is too old to be paid.
        case quoteExpired = "quote_expired"
        /// No such job.
        case jobNotFound = "job_not_found"
        /// It is somebody else's.
        case notYours = "not_yours"
        /// The key was used for something else.
        case idempotencyConflict = "idempotency_conflict"
        /// The job is in a state in which this cannot be done.
        case wrongState = "wrong_state"
        /// The job has no payment.
        case paymentNotFound = "payment_not_found"
        /// The payer's bank disputes the payment: it is frozen.
        case disputed
    }

    /// What happened.
    public let code: Code
    /// The values that prove it; may be empty.
    public let reason: String

    /// An error of this code.
    public init(_ code: Code, _ reason: String = "") {
        self.code = code
        self.reason = reason
    }

    /// A clause that says what happened.
    public var summary: String { texts.summary }

    /// The step to take next.
    public var remedy: String { texts.remedy }

    private var texts: (summary: String, remedy: String) {
        switch code {
        case .invalid: ("the booking is invalid", "correct the problem above")
        case .quoteNotFound: ("quote not found", "check the quote's id")
        case .quoteExpired: ("the quote has expired", "request a new quote")
        case .jobNotFound: ("Job not found", "list the jobs to find its id")
        case .notYours:
            ("you do not have permission to do this", "sign in with an account that has permission")
        case .idempotencyConflict: ("the idempotency key was used for a different request", "use a new key")
        case .wrongState: ("this is not possible in the job's current state", "check the job's status")
        case .paymentNotFound: ("the job has no payment", "confirm the payment first")
        case .disputed:
            ("the payer's bank disputes the payment", "respond to the bank and wait for its decision")
        }
    }
}

extension BookingError {
    /// The stable error code.
    public var failureCode: String { code.rawValue }

    /// The kind of failure.
    public var category: FailureCategory {
        switch code {
        case .invalid: .malformed
        case .quoteNotFound, .jobNotFound, .paymentNotFound: .notFound
        case .quoteExpired, .notYours, .idempotencyConflict, .wrongState, .disputed: .refused
        }
    }
}
