import Giving
import PaymentCore
import Processor

extension DataFolder {
    /// An organization by its id or other name, with what belongs to it.
    func organization(_ name: String) async throws -> ShownOrganization {
        try await read { transaction in
            try ShownOrganization(try transaction.knownOrganization(name), in: transaction)
        }
    }

    /// The ids of organizations by their ids or other names, each once, in their order.
    func knownOrganizations(_ names: [String]) async throws -> [String] {
        try await read { transaction in
            var seen: Set<String> = []
            return try names.map { try transaction.knownOrganization($0).id }.filter {
                seen.insert($0).inserted
            }
        }
    }

    /// Makes an organization's account, plays the person on the processor's onboarding controls, and reads the end.
    func onboard(_ id: String, outcome: Account.OnboardingOutcome) async throws -> Payee {
        let (_, payee) = try await giving.onboard(id)
        guard payee.onboarding != .active else { return payee }
        try await controls.onboard(payee.id, outcome)
        return try await giving.onboard(id).1
    }
}
