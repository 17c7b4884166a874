public import FailureKit
public import PaymentCore

/// An error about a payee or a payout. It never contains a name or an address.
public struct PayeeError: Failure, Hashable, Sendable {
    /// The kinds of errors.
    public enum Code: String, Sendable, CaseIterable {
        /// A value is invalid, such as the payee's name or a year.
        case invalid
        /// The payee does not exist.
        case profileNotFound = "profile_not_found"
        /// The payee's account at the processor has not been set up yet.
        case payoutsSetupRequired = "payouts_setup_required"
        /// The job was canceled, or its payment was refunded.
        case wrongState = "wrong_state"
        /// The job is not completed.
        case notCompleted = "not_completed"
        /// The job has no payment.
        case paymentNotFound = "payment_not_found"
        /// The payment of the job has not succeeded.
        case paymentNotSucceeded = "payment_not_succeeded"
        /// The money was already paid out to the payee's bank.
        case alreadyPaid = "already_paid"
        /// The payer's bank disputes the payment, so the money cannot be moved.
        case disputed
        /// The platform must approve the payout first.
        case approvalRequired = "approval_required"
        /// The payee has no account, or the account cannot receive money.
        case notConnected = "not_connected"
        /// The processor refused to move the money. The money was not moved.
        case processorFailed = "processor_failed"
    }

    /// The code that identifies the kind of error.
    public let code: Code
    /// The details of the error, such as the invalid value. May be empty.
    public let reason: String
    /// The id of the payee whose account is not set up, or nil if the error has another cause.
    public let payee: String?

    /// Creates an error. `payee` is the id of the payee whose account is not set up, or nil if the error has
    /// another cause.
    public init(_ code: Code, _ reason: String = "", payee: String? = nil) {
        self.code = code
        self.reason = reason
        self.payee = payee
    }

    /// Creates an error with code `processorFailed` from a payment error.
    public init(_ underlying: PaymentError) { self.init(.processorFailed, underlying.reason) }

    /// A clause that describes the error.
    public var summary: String { texts.summary }

    /// A clause that describes the next step for the user.
    public var remedy: String { texts.remedy }

    private var texts: (summary: String, remedy: String) {
        switch code {
        case .invalid: ("a value is invalid", "correct the value and try again")
        case .profileNotFound: ("the payee was not found", "check the payee's id")
        case .payoutsSetupRequired:
            ("payouts are not set up yet", "finish the onboarding of the payee's account")
        case .wrongState:
            ("this action is not possible in the job's current status", "check the job's status")
        case .notCompleted: ("the job is not completed", "complete the job first")
        case .paymentNotFound: ("the job has no payment", "pay for the job first")
        case .paymentNotSucceeded: ("the job's payment has not succeeded", "complete the payment first")
        case .alreadyPaid: ("the payee's bank already has the money", "check the job's payout")
        case .disputed:
            (
                "the payment is disputed",
                "respond to the dispute; the payout continues if the payer loses the dispute"
            )
        case .approvalRequired:
            ("the platform must approve this payout", "wait for the platform's approval")
        case .notConnected:
            (
                "the payee has no account that can receive money",
                "finish the onboarding of the payee's account"
            )
        case .processorFailed:
            ("the processor did not move the money", "try again: no money is moved twice")
        }
    }
}

extension PayeeError {
    /// The stable code that programs compare.
    public var failureCode: String { code.rawValue }

    /// The error's category, which determines the exit code and the HTTP status.
    public var category: FailureCategory {
        switch code {
        case .invalid: .malformed
        case .profileNotFound, .paymentNotFound: .notFound
        case .processorFailed: .tryAgain
        case .payoutsSetupRequired, .wrongState, .notCompleted, .paymentNotSucceeded, .alreadyPaid,
            .disputed, .approvalRequired, .notConnected:
            .refused
        }
    }
}
