import PaymentCore
import TimeKit
import TokenKit

extension ContractService {
    /// The contract and the number of the instalment to which a link leads.
    ///
    /// - Parameter token: As it stands in the URL.
    /// - Throws: ``ContractError`` with code `invalidToken` for a link that is revoked, too old, or never was.
    public func contract(token: String) async throws -> (contract: Contract, instalment: Int) {
        try await units.read { try find(token: token, in: $0) }
    }

    /// Withdraws the open link of an instalment; nothing where there is none.
    public func revokeLink(of contract: String, instalment: Int) async throws {
        try await units.write { unit in
            guard var link = try unit.paymentLink(ofContract: contract, instalment: instalment),
                link.opens(at: clock.now())
            else { return }
            link.revokedAt = clock.now()
            try unit.save(link)
        }
    }

    func find(token: String, in unit: Units.Unit) throws -> (contract: Contract, instalment: Int) {
        // Found by its hash: how long that takes says nothing of the tokens that there are.
        guard let token = LinkToken(token), let link = try unit.paymentLink(hash: token.hash),
            link.opens(at: clock.now())
        else { throw ContractError(.invalidToken) }
        return (try unit.existing(link.contract), link.instalment)
    }

    /// The open link of an instalment, or a new one; the payer is told.
    func openLink(to number: Int, of contract: Contract, rotates: Bool, in unit: Units.Unit) throws
        -> LinkToken
    {
        let now = clock.now()
        try unit.put(.paymentRequest(contract, number, as: ids.make("note"), at: now))
        if var link = try unit.paymentLink(ofContract: contract.id, instalment: number), link.opens(at: now) {
            // A token of another secret cannot be told again.
            if !rotates, root.following(link.id).hash == link.hash { return root.following(link.id) }
            link.revokedAt = now
            try unit.save(link)
        }
        let id = ids.make("plink")
        let token = root.following(id)
        try unit.save(
            PaymentLink(
                id: id, contract: contract.id, instalment: number, hash: token.hash,
                ends: now.adding(seconds: PaymentLink.lifeSeconds)))
        return token
    }
}
