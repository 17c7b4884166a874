public import DatabaseKit
public import InvocationRouter
public import PaymentCore

/// The directory as the router asks for it: organizations, their funds, and whether their account may be charged.
///
/// It reads one state for each question and remembers nothing: other processes write to the same place.
public struct GivingDirectory: OrganizationDirectory {
    private let database: any TransactionRunner

    /// The directory that is kept there.
    public init(_ database: any TransactionRunner) { self.database = database }

    /// The organization of this id, without ASCII case; else the one that registered exactly this alias.
    ///
    /// An organization that took another id keeps its old one as an alias, because tags are locked for ever.
    public func organization(named name: String) async throws -> DirectoryOrganization? {
        try await database.read { transaction in
            try (transaction.organization(name) ?? transaction.organization(alias: name)).map {
                try transaction.entry(of: $0)
            }
        }
    }

    /// The organization that registered exactly this alias.
    public func organization(alias: String) async throws -> DirectoryOrganization? {
        try await database.read { transaction in
            try transaction.organization(alias: alias).map { try transaction.entry(of: $0) }
        }
    }
}

extension Transaction {
    /// An organization as the router knows it.
    func entry(of organization: Organization) throws -> DirectoryOrganization {
        DirectoryOrganization(
            organization, funds: try funds(of: organization.id, limit: Fund.mostPerOrganization),
            payee: try organization.account.flatMap { try payee($0) })
    }
}

extension DirectoryOrganization {
    /// What the router needs to know of an organization, its funds and its account.
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
