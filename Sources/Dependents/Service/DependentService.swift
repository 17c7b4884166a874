public import PaymentCore
public import TimeKit
public import TokenKit

/// Dependents, their guardians and the fees of their services in one database.
public struct DependentService<Units: UnitsOfWork>: Sendable where Units.Unit: DependentUnit {
    /// Returns the agency with an id from the directory, or nil if there is none.
    public typealias Directory = @Sendable (_ id: String, _ unit: Units.Unit) throws -> Agency?

    /// The driver that executes the payments.
    public let payments: PaymentDriver<Units>
    let agencies: Directory
    let clock: WallClock
    let random: @Sendable () -> UInt64

    /// Creates a service.
    ///
    /// - Parameter random: Returns 64 random bits per call. Guardians' links are made from them, so they must
    ///   be unpredictable.
    public init(
        payments: PaymentDriver<Units>, agencies: @escaping Directory, clock: WallClock,
        random: @escaping @Sendable () -> UInt64
    ) {
        self.payments = payments
        self.agencies = agencies
        self.clock = clock
        self.random = random
    }

    /// The database in which units of work run.
    public var units: Units { payments.units }

    /// Saves a guardian and dependents, all or none. Existing ones are replaced.
    ///
    /// - Throws: ``DependentError`` with code `invalid` if a fee cannot be charged to a card; `paymentBegun`
    ///   if a dependent changes after an attempt to pay its fee; `notFound` if an id belongs to another
    ///   guardian or agency; `unknownAgency`.
    public func enroll(_ dependents: [Dependent], of guardian: Guardian, at agency: String) async throws {
        try await units.write { unit in
            let agency = try self.agency(agency, in: unit).id
            var kept = guardian
            kept.linkHash = try unit.guardian(guardian.id)?.linkHash
            try unit.save(kept)
            for dependent in dependents {
                if let problem = dependent.fee?.chargeProblem {
                    throw DependentError(.invalid, "\(dependent.id): its fee \(problem)")
                }
                if let earlier = try unit.dependent(dependent.id) {
                    guard (earlier.guardian, earlier.agency) == (guardian.id, agency) else {
                        throw DependentError(.notFound, dependent.id)
                    }
                    if earlier.dependent == dependent { continue }
                    guard earlier.payment == nil else { throw DependentError(.paymentBegun, dependent.id) }
                }
                try unit.save(EnrolledDependent(dependent, guardian: guardian.id, agency: agency))
            }
        }
    }

    /// Creates a new link for a guardian. The previous link becomes invalid.
    ///
    /// - Returns: The link's token, which cannot be retrieved again.
    /// - Throws: ``DependentError`` with code `unknownGuardian`.
    public func newLink(of guardian: String) async throws -> GuardianToken {
        let token = GuardianToken(random: random)
        try await units.write { unit in
            guard var known = try unit.guardian(guardian) else { throw DependentError(.unknownGuardian) }
            known.linkHash = token.hash
            try unit.save(known)
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
            let guardian = try await units.read({ try $0.guardian(hash: hash) })
        else { throw DependentError(.invalidToken) }
        return guardian
    }

    /// Returns the current reviews of all dependents of a guardian, of an agency, or of all, by due date.
    public func reviews(of guardian: String? = nil, at agency: String? = nil, limit: Int = 200) async throws
        -> [DependentReview]
    {
        try await units.read { unit in
            let all = try unit.dependents(ofGuardian: guardian, agency: agency, limit: limit)
            return try all.map { try review($0, in: unit) }
        }
    }

    /// Returns the current review of a dependent.
    ///
    /// - Parameter guardian: The guardian who asks, or nil for people who may see all dependents.
    /// - Throws: ``DependentError`` with code `notFound`, also for another guardian's dependent, so that its
    ///   existence is not revealed.
    public func review(_ id: String, for guardian: String? = nil) async throws -> DependentReview {
        try await units.read { try review($0.existing(id, for: guardian), in: $0) }
    }

    func review(_ enrolled: EnrolledDependent, in unit: Units.Unit) throws -> DependentReview {
        DependentReview(
            enrolled, payment: try enrolled.payment.flatMap { try unit.payment($0) },
            at: try agency(enrolled.agency, in: unit), time: clock.now())
    }

    func agency(_ id: String, in unit: Units.Unit) throws -> Agency {
        guard let agency = try agencies(id, unit) else { throw DependentError(.unknownAgency, id) }
        return agency
    }
}

extension DependentRecords {
    func existing(_ id: String, for guardian: String?) throws -> EnrolledDependent {
        guard let enrolled = try dependent(id), guardian == nil || enrolled.guardian == guardian else {
            throw DependentError(.notFound, id.plainForLog)
        }
        return enrolled
    }
}
