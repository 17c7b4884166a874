import DatabaseKit
import DataFolderKit
import Documents
import Giving
import MoneyKit
import Processor
import StaffAccess
import TimeKit

/// Operations that read the organizations that the API key can access.
extension APIRoute {
    static let organizations: [APIRoute] = [
        list(
            "/api/organizations", "listOrganizations",
            "List the organizations that the key can access, sorted by id", for: .money,
            of: OrganizationDetails.schema
        ) { context, page in
            let ids = context.organizations.sorted { $0.lowercased() < $1.lowercased() }
                .filter { $0.lowercased() > (page.after ?? "").lowercased() }.prefix(page.asked)
            return try await context.data.read { transaction in
                try ids.compactMap { try transaction.organization($0) }
                    .map { try OrganizationDetails($0, in: transaction).document }
            }
        },
        get(
            "/api/organizations/{org}", "getOrganization", "Get an organization by its id or an alias",
            for: .money, answers: OrganizationDetails.schema
        ) { context in
            let id = try await context.organization()
            return try await context.data.organization(id).document
        },
    ]
}

/// Operations that add and change organizations. Organizations cannot be removed, because their gifts must be
/// kept.
extension APIRoute {
    static let organizationChanges: [APIRoute] = [
        post(
            "/api/organizations", "createOrganization",
            "Add an organization, and give the key access to it. The account at the processor is created by "
                + "onboarding",
            for: .organizations,
            [
                .required(
                    "id", .text(), "1 to 64 letters, digits, '.', '_' and '-'; cannot be changed later"),
                .displayName,
            ] + OrganizationFields.fields.map(\.described), records: .addOrganization,
            answers: OrganizationDetails.schema
        ) { context in
            let (fields, key) = (context.fields, context.key)
            let id = fields.needed("id")
            let currency = fields.text("currency").flatMap { try? Currency($0) } ?? .usd
            return try await context.once(["add", "organization", id]) { transaction, now in
                let made = try transaction.addOrganization(id, fields.organization(in: currency), at: now)
                guard try transaction.widenAPIKey(key, by: made.id) != nil else { throw APIError.unknownKey }
                return try transaction.shown(made.id)
            } find: {
                try $0.shown(id)
            }
        },
        post(
            "/api/organizations/{org}", "changeOrganization",
            "Update an organization. Omitted fields keep their values", for: .organizations,
            [.optional("name", .text(), "the display name")]
                + OrganizationFields.fields.map(\.described) + [
                    .optional(
                        "status", .cases(of: Organization.Status.self),
                        "the status; suspended and closed organizations do not accept gifts"),
                    .optional("default_fund", .text(), "the fund for gifts that do not specify a fund"),
                ], records: .changeOrganization, answers: OrganizationDetails.schema
        ) { context in
            try await context.changeOnce("edit") { try $0.change($1, by: context.fields, at: $2) }
        },
        post(
            "/api/organizations/{org}/onboard", "onboardOrganization",
            "Create an organization's account, or continue its onboarding", for: .organizations,
            [
                .optional(
                    "outcome", .cases(of: Account.OnboardingOutcome.self),
                    "the outcome to simulate on the processor's onboarding pages; default: complete")
            ], records: .onboardOrganization, answers: OrganizationDetails.schema
        ) { context in
            let id = try await context.organization()
            let outcome = context.fields.code("outcome", of: Account.OnboardingOutcome.self)
            return try await context.onceDone(["onboard", "organization", id]) {
                _ = try await context.data.onboard(id, outcome: outcome ?? .complete)
            } find: {
                try $0.shown(id)
            }
        },
        post(
            "/api/organizations/{org}/aliases", "addAlias",
            "Add an alias that URLs can use for the organization",
            for: .organizations,
            [
                .required(
                    "alias", .text(),
                    "the alias, at most 64 characters in any script; URLs must match it exactly")
            ],
            records: .addAlias, answers: OrganizationDetails.schema
        ) { context in
            try await context.changeOnce("add alias") { transaction, id, _ in
                _ = try transaction.addAlias(context.fields.needed("alias"), to: id)
            }
        },
        post(
            "/api/organizations/{org}/aliases/remove", "removeAlias",
            "Remove an alias. URLs with this alias stop working", for: .organizations,
            [.required("alias", .text(), "the alias, exactly as in the organization object")],
            records: .removeAlias, answers: OrganizationDetails.schema
        ) { context in
            try await context.changeOnce("remove alias") { transaction, id, _ in
                _ = try transaction.removeAlias(context.fields.needed("alias"), from: id)
            }
        },
    ]
}

extension APIRequestContext {
    /// Changes the organization in the path once per idempotency key, and returns the organization's JSON
    /// document.
    ///
    /// - Parameter change: A closure that changes the organization with the given id.
    fileprivate func changeOnce(
        _ what: String, change: @escaping @Sendable (Transaction, String, Timestamp) throws -> Void
    ) async throws -> JSONValue {
        let id = try await organization()
        return try await once([what, "organization", id]) { transaction, now in
            try change(transaction, id, now)
            return try transaction.shown(id)
        } find: { transaction in
            try transaction.shown(id)
        }
    }
}

extension Transaction {
    /// Returns the JSON document of an organization.
    fileprivate func shown(_ id: String) throws -> JSONValue {
        try OrganizationDetails(existingOrganization(id), in: self).document
    }

    /// Changes the details, the status and the default fund of an organization. If any change fails, nothing
    /// is changed.
    fileprivate func change(_ id: String, by fields: APIFields, at time: Timestamp) throws {
        _ = try editOrganization(
            id, fields.organization(in: existingOrganization(id).currency), at: time)
        if let status = fields.code("status", of: Organization.Status.self) {
            _ = try setStatus(status, ofOrganization: id, at: time)
        }
        guard let fund = fields.text("default_fund") else { return }
        do {
            _ = try setDefaultFund(fund, of: id, at: time)
        } catch let error as DirectoryError {
            throw APIError(error).about("default_fund")
        }
    }
}
