import DatabaseKit
import Dependents
import Documents
import FailureKit
import Giving
import PaymentCore
import Processor
import TimeKit

extension CommandError {
    init(_ error: GivingError) {
        self.init(
            FailureCategory(error.code), code: error.code.rawValue, error.summary, reason: error.reason,
            remedy: error.remedy)
    }

    init(_ error: UnfinishedGift) {
        let cause = CommandError(error.cause)
        self.init(
            cause.category, code: cause.code,
            "the work on \(error.gift) was broken off, and it may have been charged",
            reason: cause.sentence,
            remedy:
                "`tapctl payment reconcile` finds out and charges nothing twice; do not make the gift again")
        isUnfinished = true
    }

    init(_ error: DirectoryError) {
        let exit: FailureCategory =
            switch error.code {
            case .missing: .usage
            case .notFound: .notFound
            case .malformed, .unknown, .outOfRange: .malformed
            case .reserved, .taken, .fixed, .wrongState: .refused
            }
        self.init(exit, code: error.code.rawValue, error.summary, reason: error.reason, remedy: error.remedy)
    }

    init(_ error: ClosingError) {
        switch error {
        case .notOver(let month, let last):
            self.init(
                .refused, code: "monthNotOver", "\(month.iso8601) is not over yet",
                reason: "the last month that is over is \(last.iso8601)",
                remedy: "close it on a day of the next month")
        case .notInOrder(let month, let next):
            self.init(
                .refused, code: "earlierMonthOpen", "\(month.iso8601) cannot be closed yet",
                reason: "months are closed in order, and \(next.iso8601) is open",
                remedy: "`tapctl ledger close \(next.iso8601)` comes first")
        case .beforeFirst(let month, let first):
            self.init(
                .refused, code: "beforeFirstMonth", "\(month.iso8601) cannot be closed",
                reason: "the organization has no gifts before \(first.iso8601)",
                remedy: "months are closed in order, from \(first.iso8601) on")
        }
    }

    init(_ error: PaymentError) {
        let exit: FailureCategory =
            switch error.code {
            case .notFound: .notFound
            case .outcomeUnknown: .tryAgain
            case .unknownKind, .unknownMethod: .malformed
            case .declined, .tooManyAttempts, .pausedForDeclines, .payeePaused, .processorRefused,
                .wrongState,
                .refundTooLarge, .releaseTooLarge, .feeExceedsAmount, .amountTooLarge:
                .refused
            }
        // The processor's own words may be part of it.
        self.init(
            exit, code: error.code.rawValue, error.summary, reason: printable(error.reason),
            remedy: error.remedy)
    }

    init(_ error: DependentError) {
        let exit: FailureCategory =
            switch error.code {
            case .invalid: .malformed
            case .notFound, .unknownAgency, .unknownGuardian: .notFound
            case .noFee, .feeChanged, .paymentBegun, .refunded, .notPaid, .notPayable, .invalidToken: .refused
            }
        self.init(
            exit, code: error.code.rawValue, error.summary, reason: error.reason, remedy: error.commandRemedy)
    }

    init(_ error: DatabaseError) {
        let exit: FailureCategory =
            switch error.code {
            case .busy: .tryAgain
            case .missing: .notFound
            case .notADatabase, .notOurs, .corrupt: .malformed
            case .newer: .configuration
            case .cannotOpen, .readOnly, .alreadyExists: .cannotCreate
            case .full, .inputOutput, .replaced: .inputOutput
            case .closed, .constraint, .internal: .ourBug
            }
        let then =
            error.code == .corrupt
            ? "\nthen `tapctl payment reconcile --full` lists what the processor has done since" : ""
        self.init(
            exit, code: error.code.rawValue, error.summary, reason: error.reason, remedy: error.remedy + then)
    }

    init(_ error: ProcessorError) {
        self.init(
            error.leavesOutcomeUnknown ? .tryAgain : .refused, code: error.code ?? error.kind.rawValue,
            "the processor refused the request", reason: printable(error.message),
            remedy: "correct it and try again")
    }
}

extension FailureCategory {
    fileprivate init(_ code: GivingError.Code) {
        switch code {
        case .unknownOrganization, .unknownFund, .notFound: self = .notFound
        case .malformedAmount, .ambiguousAmount, .invalidName, .invalidEmail, .invalidPhone, .invalidMethod,
            .invalidKey:
            self = .malformed
        case .organizationInactive, .organizationNotPayable, .fundClosed, .fundUnclear, .recurringNotOffered,
            .oneTimeNotOffered, .wrongCurrency, .amountTooSmall, .amountTooLarge, .cardNumber,
            .idempotencyConflict, .wrongState:
            self = .refused
        }
    }
}

extension DependentError {
    /// What to type next.
    fileprivate var commandRemedy: String {
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
