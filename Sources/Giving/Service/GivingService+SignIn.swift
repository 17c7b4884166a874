import DatabaseKit
import PaymentCore
import TimeKit
public import TokenKit

/// Sign-in for donors through a link that is sent to the donor's e-mail address.
extension GivingService {
    /// Stores a request for a sign-in link. ``mailsToSend(token:)`` creates the e-mail.
    ///
    /// The address is not looked up here. Therefore, the response time does not reveal whether a donor has
    /// this address. For the same reason, a request above the limits of ``SignInLink`` is ignored without an
    /// error.
    public func askForLink(to address: EmailAddress) async throws {
        let now = clock.now()
        try await database.write { transaction in
            try transaction.forgetLinks(askedUntil: now.adding(seconds: -SignInLink.memorySeconds))
            guard try transaction.linkCount(email: address.key) < SignInLink.mostToOneAddress,
                try transaction.linkCount(email: nil) < SignInLink.most
            else { return }
            try transaction.save(SignInLink(id: ids.make("link"), email: address.key, asked: now))
        }
    }

    /// Claims up to 100 waiting link requests, and creates an e-mail for each request whose address belongs
    /// to a donor.
    ///
    /// A request is claimed only once. If the e-mail is lost, the donor must request another link.
    ///
    /// - Parameter token: Creates the token for a link.
    public func mailsToSend(token: @escaping @Sendable () -> BearerToken) async throws -> [SignInMail] {
        guard try await !database.read({ try $0.waitingLinks(limit: 1) }).isEmpty else { return [] }
        let now = clock.now()
        return try await database.write { transaction in
            try transaction.waitingLinks(limit: 100).compactMap { link in
                try take(link, token: token(), at: now, in: transaction)
            }
        }
    }

    /// Claims a waiting request for a sign-in link.
    ///
    /// - Returns: The e-mail to send, or nil if no donor has the address or the request is too old.
    private func take(
        _ waiting: SignInLink, token: BearerToken, at now: Timestamp, in transaction: Transaction
    ) throws -> SignInMail? {
        var link = waiting
        link.sent = now
        let donor = try EmailAddress(link.email).flatMap { try transaction.donor(email: $0) }
        guard let donor, let to = EmailAddress(donor.email), now - link.asked < SignInLink.lifeSeconds else {
            try transaction.save(link)
            return nil
        }
        (link.donor, link.hash) = (donor.id, token.hash)
        try transaction.save(link)
        return SignInMail(id: link.id, to: to, token: token, time: now)
    }

    /// Returns whether a sign-in link can be used now, without using it.
    public func opens(link token: BearerToken) async throws -> Bool {
        let now = clock.now()
        return try await database.read { try $0.link(hash: token.hash)?.opens(at: now) ?? false }
    }

    /// Uses a sign-in link, and starts a session for its donor.
    ///
    /// - Parameters:
    ///   - link: The token of the link.
    ///   - session: The token of the new session.
    /// - Returns: Whether the session was started. False if the link is unknown, used or expired.
    public func signIn(with link: BearerToken, session: BearerToken) async throws -> Bool {
        let now = clock.now()
        return try await database.write { transaction in
            guard var link = try transaction.link(hash: link.hash), link.opens(at: now),
                let donor = try link.donor.flatMap({ try transaction.donor($0) })
            else { return false }
            link.used = now
            try transaction.save(link)
            try transaction.forgetSessions(endedBy: now)
            let ends = now.adding(seconds: DonorSession.lifeSeconds)
            try transaction.save(DonorSession(hash: session.hash, donor: donor.id, ends: ends))
            return true
        }
    }

    /// Returns the signed-in donor, or nil if the session is unknown, has expired or was ended.
    public func donor(session: BearerToken) async throws -> Donor? {
        let now = clock.now()
        return try await database.read { transaction in
            guard let session = try transaction.session(hash: session.hash), session.ends > now else {
                return nil
            }
            return try transaction.donor(session.donor)
        }
    }

    /// Returns a donor's sessions that have not expired, at most the latest 100.
    ///
    /// - Parameters:
    ///   - donor: The donor's id.
    ///   - own: The token of the session from which the request is made.
    public func sessions(of donor: String, from own: BearerToken) async throws -> DonorSessions {
        let now = clock.now()
        let all = try await database.read {
            try $0.sessions(ofDonor: donor, endingAfter: now, limit: 100)
        }
        return DonorSessions(all: all, own: own.hash, now: now)
    }

    /// Ends one of a donor's sessions. Does nothing if none of the donor's sessions has this id.
    ///
    /// - Parameters:
    ///   - id: The session's ``DonorSession/id``.
    ///   - donor: The donor's id.
    public func endSession(_ id: String, of donor: String) async throws {
        let now = clock.now()
        try await database.write { transaction in
            let sessions = try transaction.sessions(ofDonor: donor, endingAfter: now, limit: 100)
            for session in sessions where session.id == id {
                try transaction.removeSession(hash: session.hash)
            }
        }
    }

    /// Ends all sessions of a donor.
    ///
    /// - Parameter donor: The donor's id.
    public func signOutEverywhere(_ donor: String) async throws {
        try await database.write { try $0.removeSessions(ofDonor: donor) }
    }

    /// Ends the session with this token.
    public func signOut(_ session: BearerToken) async throws {
        try await database.write { try $0.removeSession(hash: session.hash) }
    }
}
