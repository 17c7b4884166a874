import PaymentCore
import TimeKit

extension PlanService {
    /// Adds a link to the subscriber's page, and withdraws the links before it.
    ///
    /// - Parameter hash: The hash of the link's token.
    /// - Throws: ``PlanError`` with code `notSubscribed` if nothing was ever bought.
    public func renewLink(of subscriber: String, hash: String) async throws {
        let now = clock.now()
        try await units.write { unit in
            guard try !unit.planSubscriptions(of: subscriber, limit: 1).isEmpty else {
                throw PlanError(.notSubscribed)
            }
            try unit.withdrawPageLinks(to: .subscriber, subscriber, at: now)
            try unit.save(PageLink(hash: hash, to: .subscriber, subscriber))
        }
    }
}
