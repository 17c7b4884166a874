import DatabaseKit
import Giving
import InvocationRouter
import PaymentCore
import TimeKit

/// The books of one organization: all that its pages may read and do.
struct OrganizationScope: Sendable {
    let organization: Organization
    private let giving: GivingService

    /// The books of an organization; nil where there is none of this id.
    init?(of id: String, in giving: GivingService) async throws {
        guard let organization = try await giving.database.read({ try $0.organization(id) }) else {
            return nil
        }
        self.organization = organization
        self.giving = giving
    }

    /// The moment it is.
    var now: Timestamp { giving.now }

    /// Reads one state of what is the organization's.
    func read<T: Sendable>(
        _ work: @escaping @Sendable (OrganizationUnit) throws -> T
    ) async throws -> T {
        let organization = organization
        return try await giving.database.read { try work(OrganizationUnit(organization, $0)) }
    }

    /// Returns the result of a lookup in one transaction.
    ///
    /// - Throws: `noAdminPage` if there is nothing, or it is not the organization's.
    func existing<T: Sendable>(
        _ find: @escaping @Sendable (OrganizationUnit) throws -> T?
    ) async throws -> T {
        guard let found = try await read(find) else { throw ProblemPage.noAdminPage }
        return found
    }

    /// The organization as those who lead tags to it know it.
    func directoryEntry() async throws -> DirectoryOrganization? {
        try await GivingDirectory(giving.database).organization(named: organization.id)
    }

    /// Changes the organization's funds in one transaction.
    ///
    /// - Throws: `DirectoryError`, and nothing is changed.
    func changeFunds(
        _ work: @escaping @Sendable (Transaction, _ organization: String, Timestamp) throws -> Void
    ) async throws {
        let (id, now) = (organization.id, now)
        try await giving.database.write { transaction in try work(transaction, id, now) }
    }

    /// Gives a gift of this organization back, once for a key.
    ///
    /// - Throws: What the service refuses; `notFound` for a gift that is not this organization's.
    func refund(_ id: String, amount: String, reason: String?, key: String) async throws -> Gift {
        _ = try await existing { try $0.gift(id) }
        return try await giving.refund(id, amount: amount, reason: reason, key: key)
    }

    /// The payout that took a gift's money to the bank; nil where there is none yet, or the processor does not tell.
    func payout(of gift: Gift) async throws -> PayeePayout? {
        guard gift.organization == organization.id else { return nil }
        return try await giving.knownPayout(of: gift)
    }

    /// What a payout is made of, and the gifts that its lines are about, by payment.
    func match(payout id: String) async throws -> (PayoutMatch, [String: Gift]) {
        _ = try await existing { try $0.payout(id) }
        let match = try await giving.payments.match(payout: id)
        return (match, try await read { try $0.gifts(of: match) })
    }

    /// What somebody who has a gift here gave in a year.
    func statement(of donor: String, year: Int) async throws -> Statement {
        _ = try await existing { try $0.donor(donor) }
        return try await giving.statement(to: organization.id, of: .id(donor), year: year)
    }
}
