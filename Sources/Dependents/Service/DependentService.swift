public import PaymentCore
public import TimeKit
public import TokenKit

/// Dependents, their guardians and the fees of their services, over one place of units of work.
public struct DependentService<Units: UnitsOfWork>: Sendable where Units.Unit: DependentUnit {
    /// The agency of an id, as the directory has it; nil where there is none.
    public typealias Directory = @Sendable (_ id: String, _ unit: Units.Unit) throws -> Agency?

    /// The money path that the fees take.
    public let payments: PaymentDriver<Units>
    let agencies: Directory
    let clock: WallClock
    let random: @Sendable () -> UInt64

    /// A service on these parts.
    ///
    /// - Parameter random: 64 random bits a call: guardians' links are made of them, so they must not be guessed.
    public init(
        payments: PaymentDriver<Units>, agencies: @escaping Directory, clock: WallClock,
        random: @escaping @Sendable () -> UInt64
    ) {
        self.payments = payments
        self.agencies = agencies
        self.clock = clock
        self.random = random
    }

    /// Where units of work are done.
    public var units: Units { payments.units }

    /// Keeps a guardian and dependents of theirs, all or none; what is there already is replaced.
    ///
    /// - Throws: ``DependentError`` with code `invalid` for a fee that no card is charged; `paymentBegun` for another dependent under the id of one whose fee was
    ///   tried to be paid; `notFound` for the id of another guardian's or agency's; `unknownAgency`.
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

    /// A new link for a guardian; the one before leads nowhere from now on.
    ///
    /// - Returns: What it ends with: it cannot be read again.
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

    /// The guardian to whom a link belongs.
    ///
    /// - Parameter token: As it stands in the URL.
    /// - Throws: ``DependentError`` with code `invalidToken`.
    public func guardian(token: String) async throws -> Guardian {
        // Found by its hash: how long that takes says nothing of the tokens that there are.
        guard let hash = GuardianToken(token)?.hash,
            let guardian = try await units.read({ try $0.guardian(hash: hash) })
        else { throw DependentError(.invalidToken) }
        return guardian
    }

    /// Everybody of one guardian or of one agency, or all, as they are shown now; what is due first comes first.
    public func reviews(of guardian: String? = nil, at agency: String? = nil, limit: Int = 200) async throws
        -> [DependentReview]
    {
        try await units.read { unit in
            let all = try unit.dependents(ofGuardian: guardian, agency: agency, limit: limit)
            return try all.map { try review($0, in: unit) }
        }
    }

    /// What is shown of a dependent now.
    ///
    /// - Parameter guardian: Who asks; nil for those who may see all.
    /// - Throws: ``DependentError`` with code `notFound`, also for another guardian's: nobody learns that it is there.
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
