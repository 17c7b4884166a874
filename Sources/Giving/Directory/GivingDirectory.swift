public import DatabaseKit
public import InvocationRouter
public import PaymentCore

/// A directory of the organizations in a database, for the URL router. Each entry includes the organization's
/// funds, and whether its account accepts charges.
///
/// Each lookup reads the database in one transaction. Nothing is cached, because other processes also write
/// to the database. For a cache that compares versions of the database, see ``OrganizationCache``.
public struct GivingDirectory: OrganizationDirectory {
    private let database: any TransactionRunner

    /// Creates a directory that reads the organizations from a database.
    public init(_ database: any TransactionRunner) { self.database = database }

    /// Returns the organization whose id is `name`, ignoring ASCII case. If no id matches, returns the
    /// organization with exactly this alias.
    public func organization(named name: String) async throws -> DirectoryOrganization? {
        try await database.read { transaction in
            try transaction.organization(by: name).map { try transaction.entry(of: $0) }
        }
    }

    /// Returns the organization with exactly this alias, or nil.
    public func organization(alias: String) async throws -> DirectoryOrganization? {
        try await database.read { transaction in
            try transaction.organization(alias: alias).map { try transaction.entry(of: $0) }
        }
    }
}

extension Transaction {
    /// Returns an organization in the form that the URL router needs.
    func entry(of organization: Organization) throws -> DirectoryOrganization {
        try snapshot(of: organization).entry
    }
}

extension DirectoryOrganization {
    /// Creates the URL router's entry for an organization.
    ///
    /// - Parameter payee: The organization's account at the processor, or nil if the organization has no
    ///   account.
    public init(_ organization: Organization, funds: [Fund], payee: Payee?) {
        self.init(
            id: organization.id, displayName: organization.displayName, aliases: organization.aliases,
            status: Status(organization.status), isPayable: payee?.takesCharges ?? false,
            defaultFund: organization.defaultFund,
            funds: funds.map {
                DirectoryFund(
                    id: $0.id, name: $0.name, isOpen: $0.isOpen, offersOneTime: $0.offersOneTime,
                    offersMonthly: $0.offersMonthly)
            })
    }
}

extension DirectoryOrganization.Status {
    fileprivate init(_ status: Organization.Status) {
        switch status {
        case .active: self = .active
        case .suspended: self = .suspended
        case .closed: self = .closed
        }
    }
}
