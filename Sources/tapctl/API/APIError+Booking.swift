import Bookings
import Documents
import Payees

extension APIError {
    /// What bookings refuse.
    init(_ error: BookingError) {
        guard error.code != .idempotencyConflict else {
            self = .keyUsed
            return
        }
        self.init(
            Self.status(of: error.code), .request, error.code.rawValue,
            [CommandError(error).sentence, error.remedy].map(Self.whole).joined(separator: " "))
    }

    private static func status(of code: BookingError.Code) -> Int {
        switch code {
        case .invalid: 400
        case .notYours: 403
        case .quoteNotFound, .jobNotFound, .paymentNotFound: 404
        case .quoteExpired, .idempotencyConflict, .wrongState, .disputed: 409
        }
    }
}

extension APIError {
    /// The error of a refused request by or about a payee, with the request that creates an onboarding link.
    init(_ error: PayeeError) {
        let link = error.payee.map { "/api/payees/\($0)/onboarding-link" }
        let remedy = link.map { "POST \($0) creates a link to set the account up" } ?? error.remedy
        self.init(
            Self.status(of: error.code), .request, error.code.rawValue,
            [CommandError(error).sentence, remedy].map(Self.whole).joined(separator: " "))
        if let link { more.append(.init(key: "onboarding_link", value: .string(link))) }
    }

    private static func status(of code: PayeeError.Code) -> Int {
        switch code {
        case .invalid, .notConnected: 400
        case .payoutsSetupRequired: 403
        case .profileNotFound, .paymentNotFound: 404
        case .wrongState, .notCompleted, .paymentNotSucceeded, .alreadyPaid, .approvalRequired, .disputed: 409
        case .processorFailed: 502
        }
    }
}
