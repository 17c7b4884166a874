import DatabaseKit
import Giving
import InvocationRouter
import PaymentCore
import TimeKit

/// The staff pages' access to the data of one organization. The data of other organizations is inaccessible.
struct OrganizationScope {
    let organization: Organization
    private let giving: GivingService

    /// Looks up an organization. Returns nil if the id is unknown.
    init?(of id: String, in giving: GivingService) async throws {
        guard let organization = try await giving.database.read({ try $0.organization(id) }) else {
            return nil
        }
        self.organization = organization
        self.giving = giving
    }

    var now: Timestamp { giving.now }

    /// Reads the organization's data in one transaction.
    func read<T: Sendable>(
        _ work: @escaping @Sendable (OrganizationUnit) throws -> T
    ) async throws -> T {
        let organization = organization
        return try await giving.database.read { try work(OrganizationUnit(organization, $0)) }
    }

    /// Runs a lookup in one transaction and returns its result.
    ///
    /// - Throws: `noAdminPage` if the lookup finds nothing or finds a record of another organization.
    func existing<T: Sendable>(
        _ find: @escaping @Sendable (OrganizationUnit) throws -> T?
    ) async throws -> T {
        guard let found = try await read(find) else { throw ProblemPage.noAdminPage }
        return found
    }

    /// Returns the organization's entry in the directory; nil if it has no entry. A tag's new destination is
    /// checked against this entry.
    func directoryEntry() async throws -> DirectoryOrganization? {
        try await GivingDirectory(giving.database).organization(named: organization.id)
    }

    /// Changes the organization's funds in one transaction.
    ///
    /// - Throws: `DirectoryError`. In that case, nothing is changed.
    func changeFunds(
        _ work: @escaping @Sendable (Transaction, _ organization: String, Timestamp) throws -> Void
    ) async throws {
        let (id, now) = (organization.id, now)
        try await giving.database.write { transaction in try work(transaction, id, now) }
    }

    /// Changes the note about a donor of this organization.
    ///
    /// - Returns: `conflict` if `version` is not the note's current version and the note's text differs from
    ///   `text`; otherwise `saved`.
    /// - Throws: `noAdminPage` if the donor has no gift to this organization; `DisplayTextError` if the text
    ///   cannot be stored.
    func changeNote(
        aboutDonor donor: String, to text: String, replacing version: String, by author: String
    ) async throws -> DonorNote.Change {
        let (organization, now) = (organization, now)
        return try await giving.database.write { transaction in
            guard try OrganizationUnit(organization, transaction).donor(donor) != nil else {
                throw ProblemPage.noAdminPage
            }
            return try transaction.changeNote(
                aboutDonor: donor, organization: organization.id, to: text, replacing: version, by: author,
                at: now)
        }
    }

    /// Refunds a gift of this organization. Calls with the same idempotency key refund the gift only once.
    ///
    /// - Returns: The gift after the refund.
    /// - Throws: `noAdminPage` if the organization has no gift with this id. Errors from the service are
    ///   rethrown.
    func refund(_ id: String, amount: String, reason: String?, key: String) async throws -> Gift {
        _ = try await existing { try $0.gift(id) }
        return try await giving.refund(id, amount: amount, reason: reason, key: key)
    }

    /// Pays out the available balance of the organization's account to its bank.
    ///
    /// - Returns: The new payouts; empty if no balance is available.
    /// - Throws: `GivingError` with code `organizationNotPayable` if the organization has no account. Errors
    ///   from the payment driver are rethrown.
    func payOut() async throws -> [PayeePayout] {
        guard let account = organization.account else {
            throw GivingError(.organizationNotPayable, organization.id)
        }
        return try await giving.payments.payOut(to: account)
    }

    /// E-mails the receipt of a gift to the donor again. Calls with the same idempotency key send the receipt
    /// only once.
    ///
    /// - Parameter accepts: A closure that returns whether another e-mail may be sent to an address. Its
    ///   second argument is the number of notices that are already waiting to be sent to this address.
    /// - Returns: Whether the receipt is sent, because of this call or an earlier call with the same key.
    ///   False if `accepts` returned false.
    /// - Throws: `noAdminPage` if the organization has no gift with this id. Errors from the service are
    ///   rethrown.
    func resendReceipt(
        ofGift id: String, key: String,
        accepts: @escaping @Sendable (EmailAddress, _ waiting: Int) -> Bool
    ) async throws -> Bool {
        _ = try await existing { try $0.gift(id) }
        return try await giving.resendReceipt(ofGift: id, key: key, accepts: accepts)
    }

    /// Returns the payout that contains a gift. Returns nil if the gift belongs to another organization, if
    /// it has not been paid out yet, or if the lookup fails with a payment error.
    func payout(of gift: Gift) async throws -> PayeePayout? {
        guard gift.organization == organization.id else { return nil }
        return try await giving.knownPayout(of: gift)
    }

    /// Returns a payout with its lines, and the gifts that the lines refer to, keyed by payment id.
    ///
    /// - Throws: `noAdminPage` if the organization has no payout with this id. Errors from the payment driver
    ///   are rethrown.
    func match(payout id: String) async throws -> (PayoutMatch, [String: Gift]) {
        _ = try await existing { try $0.payout(id) }
        let match = try await giving.payments.match(payout: id)
        return (match, try await read { try $0.gifts(of: match) })
    }

    /// Returns a donor's statement for a year.
    ///
    /// - Throws: `noAdminPage` if the donor has no gift to this organization. Errors from the service are
    ///   rethrown.
    func statement(of donor: String, year: Int) async throws -> Statement {
        _ = try await existing { try $0.donor(donor) }
        return try await giving.statement(to: organization.id, of: .id(donor), year: year)
    }
}
