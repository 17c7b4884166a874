public import TimeKit

/// Who asked to sign in, and who has: within one unit of work.
public protocol SignInRecords {
    /// Keeps a link: a new one, or its next state.
    func save(_ link: SignInLink) throws
    /// The link of this token's hash, or nil.
    func link(hash: String) throws -> SignInLink?
    /// Links that were not sent, the oldest first.
    func waitingLinks(limit: Int) throws -> [SignInLink]
    /// How many links are kept for an address, by its key; nil means for all.
    func linkCount(email: String?) throws -> Int
    /// Forgets the links that were asked for until then.
    func forgetLinks(askedUntil time: Timestamp) throws

    /// Keeps a session.
    func save(_ session: DonorSession) throws
    /// The session of this token's hash, also one that is over, or nil.
    func session(hash: String) throws -> DonorSession?
    /// Ends a session; nothing where there is none.
    func removeSession(hash: String) throws
    /// Forgets the sessions that were over by then.
    func forgetSessions(endedBy time: Timestamp) throws

    /// Forgets the links of an address, by its key, and the sessions of a donor.
    func forgetSignIns(ofDonor donor: String, email: String) throws
}
