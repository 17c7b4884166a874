import DatabaseKit
import PaymentCore
import TimeKit

extension PlanService {
    /// Stores a new link that opens the subscriber's page, and revokes all earlier links.
    ///
    /// - Parameters:
    ///   - subscriber: The subscriber's id.
    ///   - hash: The hash of the link's token.
    /// - Throws: ``PlanError`` with code `notSubscribed` if the subscriber never had a subscription.
    public func renewLink(of subscriber: String, hash: String) async throws {
        let now = clock.now()
        try await database.write { transaction in
            guard try !transaction.planSubscriptions(of: subscriber, limit: 1).isEmpty else {
                throw PlanError(.notSubscribed)
            }
            try transaction.withdrawPageLinks(to: .subscriber, subscriber, at: now)
            try transaction.save(PageLink(hash: hash, to: .subscriber, subscriber))
        }
    }
}
