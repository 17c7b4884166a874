package import Bookings
package import Contracts
import FailureKit
package import Payees
package import PaymentCore
package import Plans
package import TagRegistry

/// The HTTP status codes for service failures. The failure's category determines the status, except for a few
/// error codes.
extension APIError {
    static func status(of failure: any Failure) -> Int {
        (failure as? any APIFailure)?.apiStatus ?? status(of: failure.category)
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
}

extension PaymentError {
    package var apiStatus: Int? {
        switch code {
        case .declined: 402
        case .tooManyAttempts, .pausedForDeclines, .payeePaused: 429
        default: nil
        }
    }
}

extension RegistryError {
    package var apiStatus: Int? { code == .batchExists ? 422 : nil }
}

extension ContractError {
    package var apiStatus: Int? {
        switch code {
        case .notYours: 403
        case .wrongState, .idempotencyConflict: 409
        default: nil
        }
    }
}

extension BookingError {
    package var apiStatus: Int? {
        switch code {
        case .notYours: 403
        case .quoteExpired, .wrongState, .disputed, .idempotencyConflict: 409
        default: nil
        }
    }
}

extension PlanError {
    package var apiStatus: Int? {
        switch code {
        case .unknownPrice: 400
        case .alreadySubscribed, .wrongState, .idempotencyConflict: 409
        default: nil
        }
    }
}

extension PayeeError {
    package var apiStatus: Int? {
        switch code {
        case .notConnected: 400
        case .payoutsSetupRequired: 403
        case .wrongState, .notCompleted, .paymentNotSucceeded, .alreadyPaid, .approvalRequired, .disputed: 409
        case .processorFailed: 502
        case .invalid, .profileNotFound, .paymentNotFound: nil
        }
    }
}
