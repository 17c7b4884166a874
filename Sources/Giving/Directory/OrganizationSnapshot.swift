public import DatabaseKit
public import InvocationRouter
public import PaymentCore

/// An organization with the stored data that its giving page needs, read in one transaction.
public struct OrganizationSnapshot: Sendable {
    /// The organization's stored record.
    public let organization: Organization
    /// The organization's funds, open and closed.
    public let funds: [Fund]
    /// The organization's account at the processor, or nil if the organization has no account.
    public let payee: Payee?
    /// The organization in the form that the URL router needs.
    public let entry: DirectoryOrganization

    init(organization: Organization, funds: [Fund], payee: Payee?) {
        self.organization = organization
        self.funds = funds
        self.payee = payee
        entry = DirectoryOrganization(organization, funds: funds, payee: payee)
    }
}

/// A cache of the organizations in a database. After any commit to the database, the cache reads an
/// organization again before returning it.
public final class OrganizationCache: Sendable {
    private enum Key: Hashable {
        case name(String)
        case alias(String)
    }

    private let database: any TransactionRunner
    /// The cached snapshots. A snapshot with the maximum number of funds takes about 100 KB.
    private let snapshots = VersionCache<Key, OrganizationSnapshot>(limit: 200)

    /// Creates an empty cache for the organizations in a database.
    public init(_ database: any TransactionRunner) { self.database = database }

    /// Returns the directory for one request. The directory reflects the database at the time of this call or
    /// later.
    public func current() async throws -> Directory {
        Directory(cache: self, version: try await database.version())
    }

    /// A view of the organizations, at least as recent as the call to ``OrganizationCache/current()``.
    public struct Directory: OrganizationDirectory {
        fileprivate let cache: OrganizationCache
        /// The database's version when the directory was requested. Nil if the version is unknown; in that
        /// case, nothing is cached.
        public let version: DatabaseVersion?

        /// Returns the organization whose id is `name`, ignoring ASCII case, or whose alias is exactly
        /// `name`. Returns nil if no organization matches.
        public func organization(named name: String) async throws -> DirectoryOrganization? {
            try await snapshot(named: name)?.entry
        }

        /// Returns the organization with exactly this alias, or nil.
        public func organization(alias: String) async throws -> DirectoryOrganization? {
            try await cache.snapshots.value(for: .alias(alias), at: version) {
                try await cache.database.read { transaction in
                    try transaction.organization(alias: alias).map { try transaction.snapshot(of: $0) }
                }
            }?.entry
        }

        /// Returns the organization whose id is `name`, ignoring ASCII case, or whose alias is exactly
        /// `name`. Returns nil if no organization matches.
        public func snapshot(named name: String) async throws -> OrganizationSnapshot? {
            try await cache.snapshots.value(for: .name(name), at: version) {
                try await cache.database.read { transaction in
                    try transaction.organization(by: name).map { try transaction.snapshot(of: $0) }
                }
            }
        }
    }
}

extension Transaction {
    /// Returns an organization with its funds and its account.
    func snapshot(of organization: Organization) throws -> OrganizationSnapshot {
        OrganizationSnapshot(
            organization: organization,
            funds: try funds(of: organization.id, limit: Fund.mostPerOrganization),
            payee: try organization.account.flatMap { try payee($0) })
    }
}
