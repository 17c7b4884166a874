public import PaymentCore

/// Why something cannot be done with a booking.
///
/// `code` is what programs compare; the sentences are for people. No name, address or price stands in them.
public struct BookingError: Error, Hashable, Sendable {
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
        /// Nobody is known by this name who is paid for jobs.
        case profileNotFound = "profile_not_found"
        /// It is somebody else's.
        case notYours = "not_yours"
        /// The key was used for something else.
        case idempotencyConflict = "idempotency_conflict"
        /// The payee's account is not set up yet.
        case payoutsSetupRequired = "payouts_setup_required"
        /// The job is in a state in which this cannot be done.
        case wrongState = "wrong_state"
        /// The job is not completed.
        case notCompleted = "not_completed"
        /// The job has no payment.
        case paymentNotFound = "payment_not_found"
        /// The job's payment has not succeeded.
        case paymentNotSucceeded = "payment_not_succeeded"
        /// The payee's bank has the money.
        case alreadyPaid = "already_paid"
        /// The payee's account takes no money.
        case notConnected = "not_connected"
        /// The platform has to approve it first.
        case approvalRequired = "approval_required"
        /// The payer's bank disputes the payment: it is frozen.
        case disputed
        /// The processor refused to move the money; it is where it was.
        case processorFailed = "processor_failed"
    }

    /// What happened.
    public let code: Code
    /// The values that prove it; may be empty.
    public let reason: String
    /// For `processorFailed`: what the processor said.
    public private(set) var underlying: PaymentError?

    /// An error of this code.
    public init(_ code: Code, _ reason: String = "") {
        self.code = code
        self.reason = reason
    }

    init(_ underlying: PaymentError) {
        self.init(.processorFailed, underlying.reason)
        self.underlying = underlying
    }

    /// What happened, in half a sentence.
    public var summary: String {
        switch code {
        case .invalid: "this cannot be booked"
        case .quoteNotFound: "there is no such quote"
        case .quoteExpired: "the quote is too old"
        case .jobNotFound: "Job not found"
        case .profileNotFound: "there is no such payee"
        case .notYours: "this is somebody else's"
        case .idempotencyConflict: "the key was used for something else"
        case .payoutsSetupRequired: "payouts are not set up yet"
        case .wrongState: "this cannot be done now"
        case .notCompleted: "the job is not completed"
        case .paymentNotFound: "the job has no payment"
        case .paymentNotSucceeded: "the job's payment has not succeeded"
        case .alreadyPaid: "the payee's bank has the money already"
        case .notConnected: "the payee's account takes no money"
        case .approvalRequired: "the platform has to approve this payout"
        case .disputed: "the payer's bank disputes the payment"
        case .processorFailed: "the processor did not move the money"
        }
    }

    /// What to do next.
    public var remedy: String {
        switch code {
        case .invalid: "correct what the reason names"
        case .quoteNotFound, .jobNotFound, .profileNotFound: "list what there is"
        case .quoteExpired: "ask for another quote"
        case .notYours: "sign in as whoever it belongs to"
        case .idempotencyConflict: "use another key"
        case .payoutsSetupRequired, .notConnected: "finish the onboarding of the payee's account"
        case .wrongState: "look at its state first"
        case .notCompleted: "complete the job first"
        case .paymentNotFound, .paymentNotSucceeded: "confirm the payment first"
        case .alreadyPaid: "nothing is left to do"
        case .approvalRequired: "wait until the platform has looked at it"
        case .disputed: "answer the bank; the money moves when the payer has lost"
        case .processorFailed: "try again: nothing is paid twice"
        }
    }
}
