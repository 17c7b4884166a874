public import PaymentCore
public import TimeKit
public import TokenKit

/// Dependents, their guardians and the fees of their services, over one place of units of work.
public struct DependentService<Units: UnitsOfWork>: Sendable where Units.Unit: DependentUnit {
    /// The money path that the fees take.
    public let payments: PaymentDriver<Units>
    /// Who gets them.
    public let agency: Agency
    let clock: WallClock
    let random: @Sendable () -> UInt64

    /// A service on these parts.
    ///
    /// - Parameter random: 64 random bits a call: guardians' links are made of them, so they must not be guessed.
    public init(
        payments: PaymentDriver<Units>, agency: Agency, clock: WallClock,
        random: @escaping @Sendable () -> UInt64
    ) {
        self.payments = payments
        self.agency = agency
        self.clock = clock
        self.random = random
    }

    /// Where units of work are done.
    public var units: Units { payments.units }
    /// The day by the agency's own clocks.
    public var today: CalendarDate { agency.date(of: clock.now()) }

    /// Keeps a guardian and dependents of theirs, all or none; what is there already is replaced.
    ///
    /// - Throws: ``DependentError`` with code `paymentBegun` for another dependent under the id of one whose fee was
    ///   tried to be paid; `notFound` for the id of another guardian's.
    public func enroll(_ dependents: [Dependent], of guardian: Guardian) async throws {
        try await units.write { unit in
            var kept = guardian
            kept.linkHash = try unit.guardian(guardian.id)?.linkHash
            try unit.save(kept)
            for dependent in dependents {
                if try unit.dependent(dependent.id) != nil {
                    let earlier = try unit.existing(dependent.id, of: agency, for: guardian.id)
                    if earlier.dependent == dependent { continue }
                    guard earlier.payment == nil else { throw DependentError(.paymentBegun, dependent.id) }
                }
                try unit.save(EnrolledDependent(dependent, guardian: guardian.id, agency: agency.id))
            }
        }
    }

    /// A new link for a guardian; the one before leads nowhere from now on.
    ///
    /// - Returns: What it ends with: it cannot be read again.
    /// - Throws: ``DependentError`` with code `notFound`.
    public func newLink(of guardian: String) async throws -> GuardianToken {
        let token = GuardianToken(random: random)
        try await units.write { unit in
            guard var known = try unit.guardian(guardian) else { throw DependentError(.notFound) }
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

    /// Those of one guardian or of all; what is due first comes first.
    public func dependents(of guardian: String? = nil, limit: Int = 200) async throws -> [EnrolledDependent] {
        try await units.read {
            try $0.dependents(ofAgency: agency.id, guardian: guardian, limit: limit)
        }
    }

    /// The dependent of this id.
    ///
    /// - Parameter guardian: Who asks; nil for the agency's own people, who see all.
    /// - Throws: ``DependentError`` with code `notFound`, also for another guardian's: nobody learns that it is there.
    public func dependent(_ id: String, for guardian: String? = nil) async throws -> EnrolledDependent {
        try await units.read { try $0.existing(id, of: agency, for: guardian) }
    }

    /// What is shown of a dependent today.
    public func review(_ enrolled: EnrolledDependent) -> DependentReview {
        DependentReview(enrolled.dependent, isPaid: enrolled.paidAt != nil, today: today)
    }
}

extension DependentRecords {
    func existing(_ id: String, of agency: Agency, for guardian: String?) throws -> EnrolledDependent {
        guard let enrolled = try dependent(id), enrolled.agency == agency.id,
            guardian == nil || enrolled.guardian == guardian
        else {
            throw DependentError(
                .notFound, String(id.unicodeScalars.prefix(40).filter(\.isPlain).map(Character.init)))
        }
        return enrolled
    }
}
