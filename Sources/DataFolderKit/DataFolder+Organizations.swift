import DatabaseKit
package import Dependents
package import Documents
package import Giving
package import PaymentCore
package import Processor
package import StaffAccess
package import TimeKit

extension DataFolder {
    /// Returns an organization by its id or alias, with its funds and account.
    package func organization(_ name: String) async throws -> OrganizationDetails {
        try await read { transaction in
            try OrganizationDetails(try transaction.knownOrganization(name), in: transaction)
        }
    }

    /// Returns the ids of the organizations with the given ids or aliases, in the given order and without
    /// duplicates.
    package func knownOrganizations(_ names: [String]) async throws -> [String] {
        try await read { transaction in
            var seen: Set<String> = []
            return try names.map { try transaction.knownOrganization($0).id }.filter {
                seen.insert($0).inserted
            }
        }
    }

    /// Returns the display names of organizations. Unknown ids are omitted.
    package func displayNames(ofOrganizations ids: [String]) async throws -> [String] {
        try await read { transaction in try ids.compactMap { try transaction.organization($0)?.displayName } }
    }

    /// Creates an organization's account if it does not exist, and performs the simulated onboarding unless
    /// the account is already active.
    ///
    /// - Returns: The resulting payee.
    package func onboard(_ id: String, outcome: Account.OnboardingOutcome) async throws -> Payee {
        let (_, payee) = try await giving.onboard(id)
        guard payee.onboarding != .active else { return payee }
        try await controls.onboard(payee.id, outcome)
        return try await giving.onboard(id).1
    }

    /// Returns the calendar of the organization that owns an account, or a UTC calendar if no organization
    /// owns it.
    package func calendar(ofAccount account: String) async throws -> LocalCalendar {
        try await organization(ofAccount: account)?.calendar ?? .utc
    }

    /// Returns the organization that owns an account, or nil.
    package func organization(ofAccount account: String) async throws -> Organization? {
        try await read { transaction in
            var last: String?
            while true {
                let page = try transaction.organizations(after: last, limit: 100)
                if let found = page.first(where: { $0.account == account }) { return found }
                guard page.count == 100, let end = page.last?.id else { return nil }
                last = end
            }
        }
    }
}

extension DataFolder {
    /// Returns the names that are needed to show a gift.
    package func names(of gift: Gift) async throws -> GivingNames {
        let now = clock.now()
        return try await read { try GivingNames(of: [gift], in: $0, at: now) }
    }
}

extension DataFolder {
    /// The service for staff members who sign in at `/admin`.
    package var staff: StaffService {
        // Authenticator apps compute codes from the real time, not from the processor's clock.
        let folder = folder
        let factors = FactorSettings(clock: following.machine) { isCreated in
            try FactorKey.open(in: folder, isCreated: isCreated, random: systemRandom)
        }
        return StaffService(database: database, clock: clock, random: systemRandom, factors: factors) {
            hash in
            try BreachedPasswordFile(in: folder)?.contains(hash) ?? false
        }
    }

    /// The log of changes that are made by staff members, API clients and commands.
    package var auditLog: AuditLog { AuditLog(database: database, clock: clock) }

    /// The number of days for which rows of the audit log are stored by default.
    package static let auditLogDays = AuditLog.standardDays

    /// Assigns a number and a hash to each audit log event that does not have them yet (see
    /// `AuditLog.chain()`).
    package func chainAuditLog() async throws { try await auditLog.chain() }

    /// Removes the rows of the audit log that are older than the given number of days.
    package func pruneAuditLog(olderThanDays days: Int64) async throws {
        _ = try await auditLog.prune(olderThanDays: days, by: .server)
    }

    /// The service for the API keys of clients that use `/api`.
    package var apiKeys: APIKeyService {
        APIKeyService(database: database, clock: clock, random: systemRandom)
    }
}

extension Agency {
    /// Creates an agency from an organization. Uses UTC if the organization's time zone is not available on
    /// this machine.
    package init?(_ organization: Organization) {
        let (id, name, payee) = (organization.id, organization.displayName, organization.account)
        guard
            let agency = Agency(id: id, name: name, timeZone: organization.timeZone, payee: payee)
                ?? Agency(id: id, name: name, timeZone: "UTC", payee: payee)
        else { return nil }
        self = agency
    }
}
