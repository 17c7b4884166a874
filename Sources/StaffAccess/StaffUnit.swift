public import TimeKit

/// What one unit of work can do for those who sign in, people and programs: all of it is kept, or nothing.
public protocol StaffUnit: APIKeyRecords {
    /// Keeps a member: a new one, or their next state.
    func save(_ member: StaffMember) throws
    /// The member of this id, or nil.
    func staffMember(_ id: String) throws -> StaffMember?
    /// The member of this address, or nil.
    func staffMember(of address: StaffAddress) throws -> StaffMember?
    /// By address, behind an address in lower case.
    func staffMembers(behind address: String?, limit: Int) throws -> [StaffMember]
    /// Takes a member and their sessions away.
    func removeStaffMember(_ id: String) throws

    /// Keeps a session: a new one, or its next state.
    func save(_ session: StaffSession) throws
    /// The session under this hash of a token, or nil.
    func staffSession(_ id: String) throws -> StaffSession?
    /// Takes a session away.
    func removeStaffSession(_ id: String) throws
    /// Takes all sessions away that were last seen before `time`.
    func removeStaffSessions(before time: Timestamp) throws

    /// The tries for an address, or nil.
    func signInTries(_ address: String) throws -> SignInTries?
    /// Keeps them.
    func save(_ tries: SignInTries) throws
    /// Forgets those for an address.
    func removeSignInTries(_ address: String) throws
    /// Forgets those before `time`, and of the others all but the newest.
    func forgetSignInTries(before time: Timestamp, keeping most: Int) throws
}

/// Where these units of work are done: each is kept whole, or not at all.
public protocol StaffUnits<Unit>: Sendable {
    /// What can be done within one unit.
    associatedtype Unit: StaffUnit

    /// Does `work`, and keeps all of it when it returns, nothing when it throws.
    func write<T: Sendable>(_ work: @escaping @Sendable (Unit) throws -> T) async throws -> T

    /// Reads one state, unmoved by what others write meanwhile.
    func read<T: Sendable>(_ work: @escaping @Sendable (Unit) throws -> T) async throws -> T
}
