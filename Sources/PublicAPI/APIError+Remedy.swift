package import Bookings
package import Contracts
import DataFolderKit
import Documents
import FailureKit
package import Giving
import InvocationRouter
package import Payees
package import PaymentCore
package import Processor
package import StaffAccess
import TagKit
package import TagRegistry
import TimeKit

/// Remedies for API clients. These remedies refer to endpoints instead of commands.
extension APIError {
    /// The remedy if only the server's operator can fix the problem.
    fileprivate static let notForPrograms = "contact the operator of this server"

    /// Returns the next step for an API client after a service failure. Returns an empty string if no step is
    /// known.
    static func remedy(of failure: any Failure) -> String {
        switch failure {
        case let error as any APIFailure: error.apiRemedy
        case let error as any Remedied: error.remedy
        case let error as InvocationError: error.remedy
        case let error as TagError: error.help == nil && error.forcing == nil ? error.remedy : notForPrograms
        case let error as CommandError: remedy(of: error)
        default: notForPrograms
        }
    }

    /// Returns the remedy for a command error. The error's own remedy may be a command, which API clients
    /// cannot run.
    private static func remedy(of error: CommandError) -> String {
        switch error.code {
        case GivingError.Code.organizationNotPayable.rawValue: GivingError(.organizationNotPayable).apiRemedy
        case ProcessorAddress.unreachable: "try again later with the same Idempotency-Key"
        default: error.remedy.isEmpty ? "" : notForPrograms
        }
    }

    /// Creates an API error for a refused batch. The error lists at most 50 of the batch's problems.
    init(_ refusal: BatchRefusal) {
        let problems = refusal.problems.prefix(50).map { problem in
            Self.whole([problem.shownSeat, problem.apiWords].compactMap(\.self).joined(separator: ": "))
        }
        let remedy = problems.count == 1 ? "Correct this problem" : "Correct all of these problems"
        self.init(
            Self.status(of: refusal), .request, refusal.failureCode,
            ([Self.whole(refusal.summary)] + problems + ["\(remedy) and try again."])
                .joined(separator: " "))
    }
}

extension BatchProblem {
    /// The problem as a clause, followed by a remedy for API clients if one is known.
    fileprivate var apiWords: String {
        switch help {
        case .askForMirror: "\(words); send the URL without the m parameter, and set mirror to true"
        case .noMirror: "\(words); omit mirror"
        case .noMirrorOrManaged: "\(words); omit mirror or managed"
        case .organizations, .funds, .table, nil: words
        }
    }
}

extension BookingError: APIFailure {
    package var apiRemedy: String { remedy }
}

extension ContractError: APIFailure {
    package var apiRemedy: String { remedy }
    package var apiParam: String? { code == .missingReason ? "reason" : nil }
}

extension PayeeError: APIFailure {
    package var apiRemedy: String {
        onboardingLink.map { "send POST \($0) to get a link for setting up the account" } ?? remedy
    }

    /// The endpoint that creates an onboarding link for the payee, or nil if the payee is not known.
    var onboardingLink: String? { payee.map { "/api/payees/\($0)/onboarding-link" } }
}

extension DirectoryError: APIFailure {
    package var apiRemedy: String {
        code == .notFound && field == .donor ? "send GET /api/gifts to see the donors" : remedy
    }

    package var apiParam: String? { field.param }
}

extension PaymentError: APIFailure {
    package var apiRemedy: String {
        code == .outcomeUnknown
            ? "retry with the same Idempotency-Key; nothing is lost or charged twice" : remedy
    }

    package var apiParam: String? { code == .unknownMethod ? "method" : nil }
}

extension ProcessorError: APIFailure {
    package var apiRemedy: String {
        leavesOutcomeUnknown ? "retry with the same Idempotency-Key" : "correct the request and try again"
    }
}

extension ClosingError: APIFailure {
    package var apiRemedy: String {
        switch self {
        case .notOver: "wait until the month has ended"
        case .beforeFirst(_, let first): "start with \(first.iso8601)"
        case .notInOrder: APIError.notForPrograms
        }
    }
}

extension StaffError: APIFailure {
    package var apiRemedy: String {
        switch code {
        case .wrongPassword, .wrongCurrentPassword, .deadLink, .paused, .busy, .weakPassword,
            .invalidAddress, .invalidKeyName:
            remedy
        case .taken, .notFound, .organizations, .keyTaken, .keyNotFound, .tooManyKeys, .tooManyOrganizations,
            .wrongCode, .signInExpired, .factorExists, .noFactor, .factorUnreadable, .notOwner, .ownAccount,
            .noInvitation, .tooManyInvitations:
            APIError.notForPrograms
        }
    }
}

extension GivingError: APIFailure {
    package var apiRemedy: String {
        switch code {
        case .unknownOrganization: "GET /api/organizations lists the organizations that this key can access"
        case .organizationInactive:
            "send POST /api/organizations/{org} with the status active to reactivate it"
        case .organizationNotPayable: "send POST /api/organizations/{org}/onboard to set up its account"
        case .unknownFund where found.isEmpty:
            "send POST /api/organizations/{org}/funds to add a fund; nothing was charged"
        case .unknownFund:
            "GET /api/organizations/{org}/funds lists all funds; nothing was charged"
        case .fundClosed, .recurringNotOffered, .oneTimeNotOffered:
            "choose another fund; GET /api/organizations/{org}/funds lists all funds"
        case .fundUnclear: "send org and fund instead of url, because this URL does not identify the fund"
        case .notFound:
            list.map { "GET \($0.address) lists all \($0.plural)" }
                ?? "check the id"
        case .malformedAmount where isBetweenChargeSteps: remedy
        case .malformedAmount, .ambiguousAmount: "send a whole number in the currency's smallest unit"
        case .wrongCurrency, .amountTooSmall, .amountTooLarge, .invalidName, .invalidEmail, .invalidPhone,
            .invalidMethod, .cardNumber, .idempotencyConflict, .invalidKey, .wrongState:
            remedy
        }
    }

    /// The plural name of the kind of object that was not found, and the endpoint that lists objects of this
    /// kind. Nil if no endpoint lists them.
    private var list: (plural: String, address: String)? {
        let lists: [String: (plural: String, address: String)] = [
            "gift ": ("gifts", "/api/gifts"), "monthly gift ": ("monthly gifts", "/api/recurring"),
            "batch ": ("batches", "/api/batches"),
        ]
        return lists.first { found.hasPrefix($0.key) }?.value
    }
}

extension RegistryError: APIFailure {
    package var apiRemedy: String {
        switch code {
        case .unknownBatch, .noSeats: "GET /api/batches lists all batches; POST /api/batches plans a batch"
        case .batchExists: "choose another name"
        case .unknownRow, .unknownSeat, .nothingToUndo:
            "GET /api/batches/{batch}/tags lists the batch's seats"
        case .unknownDestination, .notManaged: "GET /api/managed lists all managed tags"
        case .seatRevoked: "send POST /api/managed/{tag}/replace to assign a new id"
        case .unknownTag, .tagPlaced, .placeTaken, .rowTaken, .locked:
            "use a reader to inspect or replace the tag"
        case .seatUnclear: "also send the name of the seat's batch"
        case .noAudit: "use a reader to audit the seats"
        case .batchInUse, .doubledPlace, .invalidName, .invalidSeat, .invalidURL, .tooManyRows, .revoked,
            .otherSecret:
            remedy
        }
    }
}
