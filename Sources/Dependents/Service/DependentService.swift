public import DatabaseKit
public import PaymentCore
public import TimeKit
public import TokenKit

/// A service that manages dependents, their guardians and their fees in one database.
public struct DependentService: Sendable {
    /// A function that returns the agency with this id from the directory, or nil.
    public typealias Directory = @Sendable (_ id: String, _ transaction: Transaction) throws -> Agency?

    /// The driver that executes the payments.
    public let payments: PaymentDriver
    let agencies: Directory
    let clock: WallClock
    let random: @Sendable () -> UInt64

    /// Creates a service.
    ///
    /// - Parameter random: Returns 64 random bits per call. The bits must be unpredictable, because the
    ///   tokens of guardians' links are created from them.
    public init(
        payments: PaymentDriver, agencies: @escaping Directory, clock: WallClock,
        random: @escaping @Sendable () -> UInt64
    ) {
        self.payments = payments
        self.agencies = agencies
        self.clock = clock
        self.random = random
    }

    /// The payment driver's database, which this service also uses.
    public var database: any TransactionRunner { payments.database }

    /// Saves a guardian and dependents in one transaction. Replaces a guardian or dependent with the same id.
    ///
    /// - Throws: ``DependentError`` with code `invalid` if a string cannot be displayed, or if a fee cannot
    ///   be charged to a card; `paymentBegun` if a dependent would change after an attempt to pay the
    ///   dependent's fee; `notFound` if an id belongs to another guardian or agency; `unknownAgency` if the
    ///   agency does not exist.
    public func enroll(_ dependents: [Dependent], of guardian: Guardian, at agency: String) async throws {
        try await database.write { transaction in
            let agency = try self.agency(agency, in: transaction).id
            var kept = try guardian.displayed()
            kept.linkHash = try transaction.guardian(guardian.id)?.linkHash
            try transaction.save(kept)
            for dependent in dependents {
                let dependent = try dependent.displayed()
                if let problem = dependent.fee?.chargeProblem {
                    throw DependentError(.invalid, "\(dependent.id): the fee \(problem)")
                }
                if let earlier = try transaction.dependent(dependent.id) {
                    guard (earlier.guardian, earlier.agency) == (guardian.id, agency) else {
                        throw DependentError.taken(dependent.id)
                    }
                    // An earlier version kept white space around a string.
                    let same = [earlier.dependent, try? earlier.dependent.displayed()]
                    if same.contains(dependent) { continue }
                    guard earlier.payment == nil else { throw DependentError(.paymentBegun, dependent.id) }
                }
                try transaction.save(EnrolledDependent(dependent, guardian: guardian.id, agency: agency))
            }
        }
    }

    /// Creates a new link for a guardian. The previous link becomes invalid.
    ///
    /// - Returns: The link's token, which cannot be retrieved later.
    /// - Throws: ``DependentError`` with code `unknownGuardian`.
    public func newLink(of guardian: String) async throws -> GuardianToken {
        let token = GuardianToken(random: random)
        try await database.write { transaction in
            guard var known = try transaction.guardian(guardian) else {
                throw DependentError(.unknownGuardian)
            }
            known.linkHash = token.hash
            try transaction.save(known)
        }
        return token
    }

    /// Returns the guardian to whom a link belongs.
    ///
    /// - Parameter token: The token from the URL.
    /// - Throws: ``DependentError`` with code `invalidToken`.
    public func guardian(token: String) async throws -> Guardian {
        // The token is looked up by its hash, so that the response time reveals nothing about other tokens.
        guard let hash = GuardianToken(token)?.hash,
            let guardian = try await database.read({ try $0.guardian(hash: hash) })
        else { throw DependentError(.invalidToken) }
        return guardian
    }

    /// Returns the current reviews of dependents, sorted by due date. Only dependents that match `guardian`
    /// and `agency` are included; nil matches all.
    public func reviews(of guardian: String? = nil, at agency: String? = nil, limit: Int = 200) async throws
        -> [DependentReview]
    {
        try await database.read { transaction in
            let all = try transaction.dependents(ofGuardian: guardian, agency: agency, limit: limit)
            return try all.map { try review($0, in: transaction) }
        }
    }

    /// Returns the current review of a dependent.
    ///
    /// - Parameter guardian: The guardian who requests the review, or nil for people who may see all
    ///   dependents.
    /// - Throws: ``DependentError`` with code `notFound` if the dependent does not exist or belongs to
    ///   another guardian. The code is the same in both cases, because it must not reveal whether the
    ///   dependent exists.
    public func review(_ id: String, for guardian: String? = nil) async throws -> DependentReview {
        try await database.read { try review($0.existing(id, for: guardian), in: $0) }
    }

    func review(_ enrolled: EnrolledDependent, in transaction: Transaction) throws -> DependentReview {
        DependentReview(
            enrolled, payment: try enrolled.payment.flatMap { try transaction.payment($0) },
            at: try agency(enrolled.agency, in: transaction), time: clock.now())
    }

    func agency(_ id: String, in transaction: Transaction) throws -> Agency {
        guard let agency = try agencies(id, transaction) else { throw DependentError(.unknownAgency, id) }
        return agency
    }
}

extension Transaction {
    func existing(_ id: String, for guardian: String?) throws -> EnrolledDependent {
        guard let enrolled = try dependent(id), guardian == nil || enrolled.guardian == guardian else {
            throw DependentError(.notFound, id.plainForLog)
        }
        return enrolled
    }
}
