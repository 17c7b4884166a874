public import FailureKit
public import PaymentCore

/// Why something cannot be done for a payee, or paid to one. No name and no address stands in it.
public struct PayeeError: Failure, Hashable, Sendable {
    /// What happened.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// What was entered is no payee's.
        case invalid
        /// Nobody is known by this id who is paid for work.
        case profileNotFound = "profile_not_found"
        /// The payee's account is not set up yet.
        case payoutsSetupRequired = "payouts_setup_required"
        /// The work is ended, or its money went back.
        case wrongState = "wrong_state"
        /// The work is not completed.
        case notCompleted = "not_completed"
        /// The work has no payment.
        case paymentNotFound = "payment_not_found"
        /// The payment of the work has not succeeded.
        case paymentNotSucceeded = "payment_not_succeeded"
        /// The payee's bank has the money.
        case alreadyPaid = "already_paid"
        /// The payer's bank disputes the payment: it is frozen.
        case disputed
        /// The platform has to approve it first.
        case approvalRequired = "approval_required"
        /// The payee's account takes no money, or there is none.
        case notConnected = "not_connected"
        /// The processor refused to move the money; it is where it was.
        case processorFailed = "processor_failed"
    }

    /// What happened.
    public let code: Code
    /// The values that prove it; may be empty.
    public let reason: String
    /// The id of the payee whose account has to be set up first; nil for other errors.
    public let payee: String?

    /// An error of this code.
    public init(_ code: Code, _ reason: String = "", payee: String? = nil) {
        self.code = code
        self.reason = reason
        self.payee = payee
    }

    /// What the processor refused.
    public init(_ underlying: PaymentError) { self.init(.processorFailed, underlying.reason) }

    /// A clause that says what happened.
    public var summary: String { texts.summary }

    /// The step to take next.
    public var remedy: String { texts.remedy }

    private var texts: (summary: String, remedy: String) {
        switch code {
        case .invalid: ("invalid payee", "correct the value and try again")
        case .profileNotFound: ("there is no such payee", "list them to find the right one")
        case .payoutsSetupRequired:
            ("payouts are not set up yet", "finish the onboarding of the payee's account")
        case .wrongState: ("this cannot be done now", "check its state first")
        case .notCompleted: ("the job is not completed", "complete the job first")
        case .paymentNotFound: ("the job has no payment", "confirm the payment first")
        case .paymentNotSucceeded: ("the job's payment has not succeeded", "confirm the payment first")
        case .alreadyPaid: ("the payee's bank already has the money", "nothing is left to do")
        case .disputed:
            (
                "the payer's bank disputes the payment",
                "respond to the dispute; the money moves if the payer loses it"
            )
        case .approvalRequired:
            ("the platform must approve this payout", "wait for the platform's approval")
        case .notConnected:
            ("the payee's account cannot receive money", "finish the onboarding of the payee's account")
        case .processorFailed:
            ("the processor did not move the money", "try again: nothing is paid twice")
        }
    }
}

extension PayeeError {
    /// The stable error code.
    public var failureCode: String { code.rawValue }

    /// The kind of failure.
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
