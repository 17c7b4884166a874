import DatabaseKit
public import PaymentCore

extension GivingService {
    /// Creates an organization's account at the processor, or refreshes the existing account.
    ///
    /// If an earlier call was interrupted, a repeated call uses the account that the earlier call created.
    public func onboard(_ id: String) async throws -> (Organization, Payee) {
        let organization = try await database.read { try $0.knownOrganization(id) }
        let payee: Payee =
            if let account = organization.account {
                try await payments.refresh(payee: account)
            } else {
                try await payments.makePayee(
                    named: organization.displayName, currency: organization.currency,
                    reference: organization.id)
            }
        let kept = try await database.write { transaction in
            var organization = try transaction.knownOrganization(id)
            organization.account = payee.id
            try transaction.save(organization)
            return organization
        }
        return (kept, payee)
    }
}
