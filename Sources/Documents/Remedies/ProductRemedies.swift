package import Bookings
package import Contracts
package import Dependents
import FailureKit
package import Payees
package import Plans

extension ContractError: CommandRemedied {
    package var commandRemedy: String {
        switch code {
        case .invalid where !problems.isEmpty:
            problems.map { "\($0.field.option): \($0.remedy)" }.joined(separator: "\n")
        case .notFound: "`tapctl contract list` shows all contracts"
        case .wrongState where !hasWrongShares && !allowed.isEmpty:
            "choose one of the possible actions: "
                + allowed.map { "contract \($0.command)" }.joined(separator: ", ")
        default: remedy
        }
    }
}

extension ContractError.Field {
    /// The command-line option that sets this field.
    var option: String {
        switch self {
        case .payee: "--org"
        case .deliverables: "--deliverable"
        case .milestones: "--milestone"
        default: "--" + rawValue.replacing("_", with: "-")
        }
    }
}

extension ContractCommand.Kind {
    /// The subcommand that performs this contract command, with its option if it needs one.
    fileprivate var command: String {
        switch self {
        case .send, .accept, .pay, .complete, .release, .dispute, .resolve, .cancel: rawValue
        case .requestPayment: "request"
        case .requestMilestone: "request --milestone"
        case .completeMilestone: "complete --milestone"
        }
    }
}

extension BookingError: CommandRemedied {
    package var commandRemedy: String {
        switch code {
        case .notYours: "use --as to act in a different role"
        case .quoteNotFound, .quoteExpired: "`tapctl booking quote` creates a quote"
        case .jobNotFound: "`tapctl booking list PAYEE` lists a payee's jobs"
        case .wrongState: "`tapctl booking show JOB` shows the status of the job"
        case .invalid, .idempotencyConflict, .paymentNotFound, .disputed: remedy
        }
    }
}

extension PayeeError: CommandRemedied {
    package var commandRemedy: String {
        switch code {
        case .profileNotFound: "`tapctl booking enroll` enrolls a payee and prints the payee's id"
        case .payoutsSetupRequired, .notConnected:
            """
            `tapctl booking onboard \(payee ?? "PAYEE")` sets up the account
            `tapctl booking link \(payee ?? "PAYEE")` prints a link that the payee can use to set up the account
            """
        case .wrongState: "`tapctl booking show JOB` shows the status of the job"
        case .invalid, .notCompleted, .paymentNotFound, .paymentNotSucceeded, .alreadyPaid, .disputed,
            .approvalRequired, .processorFailed:
            remedy
        }
    }
}

extension DependentError: CommandRemedied {
    package var commandRemedy: String {
        switch code {
        case .notFound where isTaken: remedy
        case .notFound, .unknownGuardian:
            "`tapctl dependent list --json` shows all dependents and their guardians"
        case .unknownAgency: "`tapctl org list` shows all organizations"
        case .noFee:
            "ask the agency for the amount of the fee, and then enroll the dependent with that amount"
        case .feeChanged: "`tapctl dependent review ID` shows the fee"
        case .invalidToken: "use `tapctl dependent link GUARDIAN` to create a new link"
        case .invalid, .paymentBegun, .refunded, .notPaid, .notPayable: remedy
        }
    }
}

extension PlanError: CommandRemedied {
    package var commandRemedy: String {
        switch code {
        case .unknownPrice: "`tapctl plan list` shows the plans and their prices"
        case .alreadySubscribed:
            "use `tapctl billing status` to see the subscription, or `tapctl billing cancel` to cancel it; "
                + "if the status shows no subscription, use `tapctl billing restore`"
        case .notSubscribed: "`tapctl billing checkout` buys a plan"
        case .wrongState: "`tapctl billing status` shows the status of the subscription"
        case .cannotChange:
            "choose another plan, or cancel the current plan with `tapctl billing cancel` and buy the new plan after the current period has ended"
        case .invalidPromotion: "check the code with `tapctl plan promotion`, or buy the plan without a code"
        case .notPurchasable, .invalidName, .idempotencyConflict: remedy
        }
    }
}
