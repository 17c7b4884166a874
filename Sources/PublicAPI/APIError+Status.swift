import Bookings
import Contracts
import FailureKit
import Payees
import PaymentCore
import Plans
import TagRegistry

/// The HTTP status codes for service failures. The failure's category determines the status, except for a few
/// error codes.
extension APIError {
    static func status(of failure: any Failure) -> Int {
        exception(for: failure) ?? status(of: failure.category)
    }

    private static func status(of category: FailureCategory) -> Int {
        switch category {
        case .usage, .malformed: 400
        case .notFound: 404
        case .refused: 422
        case .tryAgain, .noReader, .interrupted: 503
        case .no, .ourBug, .cannotCreate, .inputOutput, .peerProtocol, .configuration: 500
        }
    }

    private static func exception(for failure: any Failure) -> Int? {
        switch failure {
        case let error as PaymentError:
            switch error.code {
            case .declined: 402
            case .tooManyAttempts, .pausedForDeclines, .payeePaused: 429
            default: nil
            }
        case let error as RegistryError: error.code == .batchExists ? 422 : nil
        case let error as ContractError:
            switch error.code {
            case .notYours: 403
            case .wrongState, .idempotencyConflict: 409
            default: nil
            }
        case let error as BookingError:
            switch error.code {
            case .notYours: 403
            case .quoteExpired, .wrongState, .disputed, .idempotencyConflict: 409
            default: nil
            }
        case let error as PayeeError: exception(for: error.code)
        case let error as any APIFailure: error.apiStatus
        case let error as PlanError:
            switch error.code {
            case .unknownPrice: 400
            case .alreadySubscribed, .wrongState, .idempotencyConflict: 409
            default: nil
            }
        default: nil
        }
    }

    private static func exception(for code: PayeeError.Code) -> Int? {
        switch code {
        case .notConnected: 400
        case .payoutsSetupRequired: 403
        case .wrongState, .notCompleted, .paymentNotSucceeded, .alreadyPaid, .approvalRequired, .disputed: 409
        case .processorFailed: 502
        case .invalid, .profileNotFound, .paymentNotFound: nil
        }
    }
}
