package import Bookings
import Documents
import FailureKit
package import Payees

extension APIError {
    /// Creates an API error for a refused booking.
    package init(_ error: BookingError) {
        guard error.code != .idempotencyConflict else {
            self = .keyUsed
            return
        }
        self.init(
            Self.status(of: error), .request, error.failureCode,
            [Self.sentence(of: error), error.remedy].map(Self.whole).joined(separator: " "))
    }
}

extension APIError {
    /// Creates an API error from a refusal that concerns a payee. If the payee is known, the error contains
    /// the endpoint that creates an onboarding link.
    package init(_ error: PayeeError) {
        let link = error.payee.map { "/api/payees/\($0)/onboarding-link" }
        let remedy = link.map { "send POST \($0) to get a link for setting up the account" } ?? error.remedy
        self.init(
            Self.status(of: error), .request, error.failureCode,
            [Self.sentence(of: error), remedy].map(Self.whole).joined(separator: " "))
        if let link { more.append(.init(key: "onboarding_link", value: .string(link))) }
    }
}
