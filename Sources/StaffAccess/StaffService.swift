public import DatabaseKit
public import TimeKit
public import TokenKit

/// A service that manages staff members, their sign-ins and their sessions. The clock, the random source and
/// the cost of a password check are passed in.
public struct StaffService: Sendable {
    let database: any TransactionRunner
    let clock: WallClock
    let random: @Sendable () -> UInt64
    let factors: FactorSettings?
    let cost: ScryptCost
    /// The function that returns whether the password with this SHA-1 hash is in a list of breached
    /// passwords.
    let isBreached: @Sendable (_ hash: String) throws -> Bool
    let gate = PasswordGate()

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - database: The database that stores the staff members and their sessions.
    ///   - clock: The source of the current time.
    ///   - random: Returns 64 random bits per call. Tokens and salts are derived from them, so they must be
    ///     unpredictable.
    ///   - cost: The cost of checking a password.
    ///   - factors: The settings of second factors; nil if members cannot add one.
    ///   - isBreached: Returns whether the password with this SHA-1 hash is in a list of breached passwords.
    ///     The hash has 40 upper-case hexadecimal digits. By default, new passwords are compared only with
    ///     the program's built-in list.
    public init(
        database: any TransactionRunner, clock: WallClock, random: @escaping @Sendable () -> UInt64,
        cost: ScryptCost = .standard, factors: FactorSettings? = nil,
        isBreached: @escaping @Sendable (_ hash: String) throws -> Bool = { _ in false }
    ) {
        self.database = database
        self.clock = clock
        self.random = random
        self.cost = cost
        self.factors = factors
        self.isBreached = isBreached
    }

    /// The audit log, which records sign-ins and the changes that staff and programs make.
    package var auditLog: AuditLog { AuditLog(database: database, clock: clock) }

    // MARK: Members

    /// Adds a member. Deletes the invitations that were sent to this address by the member's organizations,
    /// and clears the sign-in attempts for the address.
    ///
    /// - Parameters:
    ///   - address: The member's address.
    ///   - role: The member's role.
    ///   - organizations: The ids of the organizations, spelled as in the directory.
    ///   - names: The names of the organizations. The password must not contain words from the ids or the
    ///     names.
    ///   - password: The password as typed.
    /// - Throws: ``StaffError``: `weakPassword`, `taken`, `organizations`.
    public func add(
        _ address: StaffAddress, _ role: StaffRole, organizations: [String], names: [String] = [],
        password: String
    ) async throws -> StaffMember {
        let chosen = try choose(password, for: address, avoiding: organizations + names)
        guard (1...StaffMember.mostOrganizations).contains(organizations.count) else {
            throw StaffError(.organizations, "\(organizations.count) were specified")
        }
        let member = StaffMember(
            id: newID("staff_"), email: address.text, role: role, organizations: organizations,
            created: clock.now(),
            password: try await hash(of: chosen))
        try await database.write { try $0.add(member) }
        return member
    }

    /// Returns a new random id that begins with a prefix, such as `staff_`.
    func newID(_ prefix: String) -> String {
        prefix + BinaryTextEncoding.hex.text(RandomBytes.make(13, from: random))
    }

    /// Returns all members, sorted by address.
    public func members() async throws -> [StaffMember] {
        var all: [StaffMember] = []
        while true {
            let page = try await database.read { [last = all.last?.email] transaction in
                try transaction.staffMembers(after: last, limit: 200)
            }
            guard !page.isEmpty else { return all }
            all += page
        }
    }

    /// Removes a member, and ends the member's sessions immediately.
    ///
    /// - Returns: The removed member.
    /// - Throws: ``StaffError`` with code `notFound`.
    public func remove(_ address: StaffAddress) async throws -> StaffMember {
        try await database.write { transaction in
            let member = try transaction.existingMember(at: address)
            try transaction.removeStaffMember(member.id)
            transaction.changed(member)
            return member
        }
    }

    /// Confirms a member who was suspended when a backup was restored. The member can then sign in again.
    /// Does nothing if the member is already confirmed.
    ///
    /// - Returns: The confirmed member.
    /// - Throws: ``StaffError`` with code `notFound`.
    public func confirm(_ address: StaffAddress) async throws -> StaffMember {
        try await database.write { transaction in
            var member = try transaction.existingMember(at: address)
            guard member.unconfirmedSince != nil else { return member }
            member.unconfirmedSince = nil
            try transaction.confirm(member)
            transaction.changed(member)
            return member
        }
    }

    // MARK: Sessions

    /// Signs a member in. Records a refused sign-in in the audit log, within the limits of
    /// `AuditLog.refuse(_:_:adding:)`.
    ///
    /// - Parameters:
    ///   - email: The address as typed.
    ///   - password: The password as typed.
    ///   - browser: The proof that the member has signed in with this browser before, or nil.
    ///   - network: The network of the client, or nil.
    ///   - isFactorRequired: Whether members who can make changes that involve money, such as refunding a
    ///     gift, must have a second factor.
    /// - Returns: The token of the new session. If a second step is required, the token of the pending
    ///   sign-in; see ``secondStep(of:)``.
    /// - Throws: ``StaffError``: `wrongPassword`, `paused`, `busy`. An unknown address and an unconfirmed
    ///   member also cause `wrongPassword`.
    public func signIn(
        email: String, password: String, browser: KnownBrowser? = nil, from network: String? = nil,
        isFactorRequired: Bool = false
    ) async throws -> SessionToken {
        let address = StaffAddress(email)
        do {
            guard let address, let typed = StaffPassword(typed: password) else {
                throw StaffError(.wrongPassword)
            }
            return try await gate.pass {
                let known = try await countTry(for: address, browser)
                let isRight = try await isRight(typed, for: known)
                guard isRight, let known else { throw StaffError(.wrongPassword) }
                guard known.unconfirmedSince == nil else { throw UnconfirmedMember() }
                let key = KnownBrowser.countKey(of: browser, for: known, at: address)
                try await raiseCost(of: known, typed)
                return try await begin(for: known, key, isFactorRequired, from: network)
            }
        } catch is UnconfirmedMember {
            try await logRefusal(AuditLogRefusal.unconfirmed, of: address, from: network)
            throw StaffError(.wrongPassword)
        } catch let error as StaffError {
            try await logRefusal(error.code.rawValue, of: address, from: network)
            throw error
        }
    }

    private func logRefusal(_ code: String, of address: StaffAddress?, from network: String?) async throws {
        let event = AuditLogEvent(.signIn, by: .anonymous, from: network)
        try await auditLog.refuse(event, code) { transaction, event in
            // Known and unknown addresses cause the same statements.
            guard let member = try address.flatMap(transaction.staffMember(of:)) else { return }
            (event.ids, event.organizations) = ([member.id], member.organizations)
        }
    }

    /// The internal error for an unconfirmed member who enters the correct password. The caller of the
    /// sign-in receives `wrongPassword` instead.
    private struct UnconfirmedMember: Error {}

    /// Returns whether a password is the member's password.
    ///
    /// Without a precaution, rejecting a password would take less time for an unknown address, or for a
    /// stored hash with a lower cost than `cost`. In these cases, this function computes and discards another
    /// hash. The additional time hides whether the address is known.
    func isRight(_ typed: StaffPassword, for known: StaffMember?) async throws -> Bool {
        let (cost, random) = (cost, random)
        return try await PasswordGate.aside {
            let isRight = try known?.password.matches(typed) ?? false
            // Only after a wrong password is the missing time spent on another hash.
            if !isRight, let rest = cost.rest(after: known?.password.cost) {
                _ = try PasswordHash(typed, cost: rest, random: random)
            }
            return isRight
        }
    }

    /// Counts a sign-in attempt, and returns the member with this address; nil if there is no such member.
    ///
    /// Attempts from a browser in which the member has signed in before are counted separately for that
    /// browser.
    ///
    /// - Throws: ``StaffError`` with code `paused`.
    func countTry(for address: StaffAddress, _ browser: KnownBrowser? = nil) async throws -> StaffMember? {
        let now = clock.now()
        return try await database.write { transaction in
            let member = try transaction.staffMember(of: address)
            let key = KnownBrowser.countKey(of: browser, for: member, at: address)
            var tries = try transaction.signInTries(key) ?? SignInAttempts(address: key, at: now)
            try tries.take(at: now)
            try transaction.save(tries)
            try transaction.forgetSignInTries(
                before: now.adding(seconds: -SignInAttempts.memory), keeping: SignInAttempts.mostAddresses)
            return member
        }
    }

    private func begin(
        for member: StaffMember, _ key: String, _ isFactorRequired: Bool, from network: String?
    ) async throws -> SessionToken {
        let (now, token) = (clock.now(), SessionToken(random: random))
        try await database.write { transaction in
            // The member may have been removed while the password was checked.
            guard let member = try transaction.staffMember(member.id), member.unconfirmedSince == nil else {
                throw StaffError(.wrongPassword)
            }
            let isDeferred = try transaction.defersSignIn(
                token, of: member, key, isRequired: isFactorRequired, from: network, at: now)
            guard !isDeferred else { return }
            try transaction.removeSignInTries(key)
            try transaction.removeStaffSessions(before: now.adding(seconds: -StaffSession.idle))
            try transaction.save(StaffSession(id: token.hash, member: member.id, created: now, seen: now))
            try transaction.append(.signIn, of: member, from: network, at: now)
        }
        return token
    }

    /// Returns the member who is signed in with this token; nil if the token is not valid, or if the member
    /// is unconfirmed.
    ///
    /// Records the time of the request, at most once a minute.
    public func member(of token: SessionToken) async throws -> StaffMember? {
        let (now, id) = (clock.now(), token.hash)
        let found = try await database.read { transaction in
            try transaction.staffSession(id).flatMap { session in
                try transaction.staffMember(session.member).map { (session, $0) }
            }
        }
        guard let (session, member) = found, session.isOpen(at: now), member.unconfirmedSince == nil else {
            return nil
        }
        if now - session.seen >= StaffSession.precision {
            try await database.write { transaction in
                guard var session = try transaction.staffSession(id) else { return }
                session.seen = max(session.seen, now)
                try transaction.save(session)
            }
        }
        return member
    }

    /// Ends a session or a pending sign-in. Does nothing if it has already ended. `network` is the client's
    /// network, if known.
    public func signOut(_ token: SessionToken, from network: String? = nil) async throws {
        let (now, id) = (clock.now(), token.hash)
        // Anyone can send a token, so the writer is used only if there is something to end.
        let isKnown = try await database.read { transaction in
            try transaction.staffSession(id) != nil || transaction.pendingSignIn(id) != nil
        }
        guard isKnown else { return }
        try await database.write { transaction in
            try transaction.removePendingSignIn(id)
            guard let session = try transaction.staffSession(id) else { return }
            try transaction.removeStaffSession(id)
            guard let member = try transaction.staffMember(session.member) else { return }
            try transaction.append(.signOut, of: member, from: network, at: now)
        }
    }
}

extension Transaction {
    /// Returns the member with an address.
    ///
    /// - Throws: `StaffError` with code `notFound` if there is no such member.
    func existingMember(at address: StaffAddress) throws -> StaffMember {
        guard let member = try staffMember(of: address) else { throw StaffError(.notFound, address.text) }
        return member
    }

    /// Records that this transaction changes a member, once for each of the member's organizations.
    func changed(_ member: StaffMember) {
        for organization in member.organizations { changed(member.id, of: organization) }
    }
}
