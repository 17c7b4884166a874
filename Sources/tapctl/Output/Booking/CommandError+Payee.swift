import Documents
import FailureKit
import Payees

extension CommandError {
    init(_ error: PayeeError) {
        let exit: FailureCategory =
            switch error.code {
            case .invalid: .malformed
            case .profileNotFound, .paymentNotFound: .notFound
            case .processorFailed: .tryAgain
            case .payoutsSetupRequired, .wrongState, .notCompleted, .paymentNotSucceeded, .alreadyPaid,
                .disputed, .approvalRequired, .notConnected:
                .refused
            }
        self.init(
            exit, code: error.code.rawValue, error.summary, reason: error.reason, remedy: error.commandRemedy)
    }
}

extension PayeeError {
    /// What to type next.
    fileprivate var commandRemedy: String {
        switch code {
        case .profileNotFound: "`tapctl booking enroll` enrolls one, and tells its id"
        case .payoutsSetupRequired, .notConnected:
            """
            `tapctl booking onboard \(payee ?? "PAYEE")` sets the account up
            `tapctl booking link \(payee ?? "PAYEE")` prints the link with which the payee does it
            """
        case .wrongState: "`tapctl booking show JOB` tells where it stands"
        default: remedy
        }
    }
}
