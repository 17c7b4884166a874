package import Bookings
import Documents
import FailureKit
package import Payees

extension APIError {
    /// Converts the refusal of a booking.
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
    /// Converts the refusal of a request by or about a payee. It names the request that creates an onboarding link.
    package init(_ error: PayeeError) {
        let link = error.payee.map { "/api/payees/\($0)/onboarding-link" }
        let remedy = link.map { "POST \($0) creates a link to set the account up" } ?? error.remedy
        self.init(
            Self.status(of: error), .request, error.failureCode,
            [Self.sentence(of: error), remedy].map(Self.whole).joined(separator: " "))
        if let link { more.append(.init(key: "onboarding_link", value: .string(link))) }
    }
}
