public import PaymentCore
public import TimeKit

/// What one unit of work can do for contracts.
public protocol ContractUnit: PaymentUnit, ContractRecords {}

/// Contracts and their links.
public protocol ContractRecords {
    /// Keeps a contract: a new one, or its next state.
    func save(_ contract: Contract) throws
    /// The contract of this id, or nil.
    func contract(_ id: String) throws -> Contract?
    /// Newest first, behind an id; of one payee or of all, in one state or in all.
    func contracts(ofPayee payee: String?, in status: ContractStatus?, behind id: String?, limit: Int) throws
        -> [Contract]
    /// How many contracts of one payee, or of all, are in each state.
    func contractCounts(ofPayee payee: String?) throws -> [ContractStatus: Int]
    /// The ids of contracts whose money was to be moved by then, by id, behind one.
    func contracts(dueBy time: Timestamp, behind id: String, limit: Int) throws -> [String]

    /// Keeps a link: a new one, or its next state.
    func save(_ link: PaymentLink) throws
    /// The link of this token's hash, or nil.
    func paymentLink(hash: String) throws -> PaymentLink?
    /// The link of an instalment that was not revoked, the newest of several; or nil.
    func paymentLink(ofContract contract: String, instalment: Int) throws -> PaymentLink?

    /// Remembers a payment under the key for which it was tried, and forgets what was asked for a day before.
    func save(_ key: PaymentKey) throws
    /// What was asked for under a key since then, or nil.
    func paymentKey(_ key: String, since time: Timestamp) throws -> PaymentKey?
}

/// A payment under the key of whoever asked: asked again it is answered again, for 24 hours.
public struct PaymentKey: Hashable, Sendable, Codable {
    /// At most 255 characters.
    public let key: String
    /// A hash of what was asked for: the same key with another is refused.
    public let fingerprint: String
    /// `pay_…`
    public let payment: String
    /// When.
    public let time: Timestamp

    /// For how many seconds it is remembered.
    public static let memory: Int64 = 86_400
}

extension ContractRecords {
    func existing(_ id: String) throws -> Contract {
        guard let contract = try contract(id) else { throw ContractError(.notFound, String(id.prefix(40))) }
        return contract
    }
}
