package import Bookings
package import Contracts
package import Dependents
import FailureKit
package import Payees
package import Plans

extension ContractError: CommandRemedied {
    package var commandRemedy: String {
        switch code {
        case .invalid: problems.map { "\($0.field.option): \($0.remedy)" }.joined(separator: "\n")
        case .notFound: "`tapctl contract list` shows those that there are"
        case .wrongState where !allowed.isEmpty:
            "what can be done: " + allowed.map { "contract \($0.command)" }.joined(separator: ", ")
        default: remedy
        }
    }
}

extension ContractError.Field {
    /// The option of `contract create` for this field.
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
    /// The subcommand of `contract` for this kind.
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
        case .notYours: "--as says who does it"
        case .quoteNotFound, .quoteExpired: "`tapctl booking quote` makes one"
        case .jobNotFound: "`tapctl booking list PAYEE` lists a payee's jobs"
        case .wrongState: "`tapctl booking show JOB` tells where it stands"
        case .invalid, .idempotencyConflict, .paymentNotFound, .disputed: remedy
        }
    }
}

extension PayeeError: CommandRemedied {
    package var commandRemedy: String {
        switch code {
        case .profileNotFound: "`tapctl booking enroll` enrolls one, and tells its id"
        case .payoutsSetupRequired, .notConnected:
            """
            `tapctl booking onboard \(payee ?? "PAYEE")` sets the account up
            `tapctl booking link \(payee ?? "PAYEE")` prints the link with which the payee does it
            """
        case .wrongState: "`tapctl booking show JOB` tells where it stands"
        case .invalid, .notCompleted, .paymentNotFound, .paymentNotSucceeded, .alreadyPaid, .disputed,
            .approvalRequired, .processorFailed:
            remedy
        }
    }
}

extension DependentError: CommandRemedied {
    package var commandRemedy: String {
        switch code {
        case .notFound, .unknownGuardian: "`tapctl dependent list --json` shows them, and their guardians"
        case .unknownAgency: "`tapctl org list` shows those that there are"
        case .noFee: "ask the agency for the fee, and enroll with it"
        case .feeChanged: "`tapctl dependent review ID` shows the fee"
        case .invalidToken: "`tapctl dependent link GUARDIAN` makes another"
        case .invalid, .paymentBegun, .refunded, .notPaid, .notPayable: remedy
        }
    }
}

extension PlanError: CommandRemedied {
    package var commandRemedy: String {
        switch code {
        case .unknownPrice: "`tapctl plan list` shows the plans and their prices"
        case .alreadySubscribed:
            "`tapctl billing status` tells which; `billing cancel` ends it, `billing restore` finds it again"
        case .notSubscribed: "`tapctl billing checkout` buys a plan"
        case .wrongState: "`tapctl billing status` tells where it stands"
        case .cannotChange:
            "`tapctl billing cancel` ends it at the end of its period; buy the other plan after that"
        case .invalidPromotion: "`tapctl plan promotion` shows a code; or buy without it"
        case .notPurchasable, .idempotencyConflict: remedy
        }
    }
}
