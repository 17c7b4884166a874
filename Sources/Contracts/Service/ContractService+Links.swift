public import DatabaseKit
public import PaymentCore
import TimeKit
public import TokenKit

extension ContractService {
    /// Returns the contract and the installment number that a payment link refers to.
    ///
    /// - Parameter token: The token from the URL.
    /// - Throws: ``ContractError`` with code `invalidToken` if the link was revoked, has expired or is
    ///   unknown.
    public func contract(token: String) async throws -> (contract: Contract, instalment: Int) {
        try await database.read { try find(token: token, in: $0) }
    }

    /// Revokes an installment's open link, if there is one.
    public func revokeLink(of contract: String, instalment: Int) async throws {
        try await database.write { try revokeLink(to: instalment, of: contract, in: $0) }
    }

    /// Returns the token of an installment's open link. Returns nil if there is no open link, or if the token
    /// cannot be derived because the link was created with a different secret.
    public func openLink(to number: Int, of contract: String, in transaction: Transaction) throws
        -> LinkToken?
    {
        guard let link = try transaction.paymentLink(ofContract: contract, instalment: number),
            link.opens(at: clock.now()), root.following(link.id).hash == link.hash
        else { return nil }
        return root.following(link.id)
    }

    /// Returns the token of the open link for an unpaid part whose payment has been requested.
    ///
    /// - Parameter number: The number of the part, starting at 1. Nil means the first unpaid part whose
    ///   payment has been requested.
    /// - Returns: The token. Nil if nothing can be paid now, or if ``openLink(to:of:in:)`` finds no link.
    public func openLink(of contract: Contract, asking number: Int? = nil, in transaction: Transaction) throws
        -> LinkToken?
    {
        guard contract.allowed.contains(.pay) else { return nil }
        let asked = contract.instalments.first {
            $0.requestedAt != nil && $0.paidAt == nil && (number == nil || $0.number == number)
        }
        return try asked.flatMap { try openLink(to: $0.number, of: contract.id, in: transaction) }
    }

    /// Returns the token of the open link to the installment whose payment a notification requests.
    ///
    /// - Returns: The token. Nil if the notification does not ask for a payment, or if
    ///   ``openLink(to:of:in:)`` finds no link.
    public func openLink(askedBy notice: OutboxNotice, in transaction: Transaction) throws -> LinkToken? {
        guard notice.kind == OutboxNotice.paymentRequestKind, let contract = notice.data["contract_id"],
            let number = notice.data["instalment"].flatMap({ Int($0) })
        else { return nil }
        return try openLink(to: number, of: contract, in: transaction)
    }

    func find(token: String, in transaction: Transaction) throws -> (contract: Contract, instalment: Int) {
        // The token is looked up by its hash, so that the duration of the lookup reveals nothing about other tokens.
        guard let token = LinkToken(token), let link = try transaction.paymentLink(hash: token.hash),
            link.opens(at: clock.now())
        else { throw ContractError(.invalidToken) }
        return (try transaction.existing(link.contract), link.instalment)
    }

    /// Stores a notification that asks the payer to pay an installment, and returns the token of the
    /// installment's open link. Creates a new link if `rotates` is true or there is no open link.
    func openLink(to number: Int, of contract: Contract, rotates: Bool, in transaction: Transaction) throws
        -> LinkToken
    {
        let now = clock.now()
        try transaction.put(.paymentRequest(contract, number, as: ids.make("note"), at: now))
        if !rotates, let token = try openLink(to: number, of: contract.id, in: transaction) { return token }
        try revokeLink(to: number, of: contract.id, in: transaction)
        let id = ids.make("plink")
        let token = root.following(id)
        try transaction.save(
            PaymentLink(
                id: id, contract: contract.id, instalment: number, hash: token.hash,
                ends: now.adding(seconds: PaymentLink.lifeSeconds)))
        return token
    }

    private func revokeLink(to number: Int, of contract: String, in transaction: Transaction) throws {
        guard var link = try transaction.paymentLink(ofContract: contract, instalment: number),
            link.opens(at: clock.now())
        else { return }
        link.revokedAt = clock.now()
        try transaction.save(link)
    }
}
