package import Documents
import Giving
package import PaymentCore
package import Processor
package import TimeKit

extension DataFolder {
    /// An organization by its id or other name, with what belongs to it.
    package func organization(_ name: String) async throws -> ShownOrganization {
        try await read { transaction in
            try ShownOrganization(try transaction.knownOrganization(name), in: transaction)
        }
    }

    /// The ids of organizations by their ids or other names, each once, in their order.
    package func knownOrganizations(_ names: [String]) async throws -> [String] {
        try await read { transaction in
            var seen: Set<String> = []
            return try names.map { try transaction.knownOrganization($0).id }.filter {
                seen.insert($0).inserted
            }
        }
    }

    /// Makes an organization's account, plays the person on the processor's onboarding controls, and reads the end.
    package func onboard(_ id: String, outcome: Account.OnboardingOutcome) async throws -> Payee {
        let (_, payee) = try await giving.onboard(id)
        guard payee.onboarding != .active else { return payee }
        try await controls.onboard(payee.id, outcome)
        return try await giving.onboard(id).1
    }

    /// The calendar of the account's organization; UTC if there is none.
    package func calendar(ofAccount account: String) async throws -> LocalCalendar {
        try await read { transaction in
            var last: String?
            while true {
                let page = try transaction.organizations(behind: last, limit: 100)
                if let found = page.first(where: { $0.account == account }) { return found.calendar }
                guard page.count == 100, let end = page.last?.id else { return .utc }
                last = end
            }
        }
    }
}
