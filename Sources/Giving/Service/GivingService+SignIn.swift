import DatabaseKit
import PaymentCore
import TimeKit
public import TokenKit

/// How donors sign in: by a link that goes to the address that they gave with.
extension GivingService {
    /// Keeps that somebody asked for a link to an address; ``mailsToSend(token:)`` sends it.
    ///
    /// Whether there is a donor of this address is not even looked up here: the same is kept, so that the same time
    /// passes. What goes beyond the limits of ``SignInLink`` is passed over in silence, for the same reason.
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

    /// Takes the links that wait, each once, and gives the mails of those that have a donor.
    ///
    /// What is taken is not given again: a mail that is lost is asked for anew.
    ///
    /// - Parameter token: Makes a link's token.
    public func mailsToSend(token: @escaping @Sendable () -> BearerToken) async throws -> [SignInMail] {
        guard try await !database.read({ try $0.waitingLinks(limit: 1) }).isEmpty else { return [] }
        let now = clock.now()
        return try await database.write { transaction in
            try transaction.waitingLinks(limit: 100).compactMap { link in
                try take(link, token: token(), at: now, in: transaction)
            }
        }
    }

    /// - Returns: Nil where nobody gave with the address, or nobody waits for the mail any more.
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

    /// Whether a link lets in now; looking uses nothing up.
    public func opens(link token: BearerToken) async throws -> Bool {
        let now = clock.now()
        return try await database.read { try $0.link(hash: token.hash)?.opens(at: now) ?? false }
    }

    /// Uses a sign-in link, and starts a session of its donor.
    ///
    /// - Parameters:
    ///   - link: The token of the link.
    ///   - session: The token of the new session.
    /// - Returns: `false` if the link is unknown, used or expired. Of several concurrent calls, one succeeds.
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

    /// Who is signed in; nil where the session is over, was ended, or never was.
    public func donor(session: BearerToken) async throws -> Donor? {
        let now = clock.now()
        return try await database.read { transaction in
            guard let session = try transaction.session(hash: session.hash), session.ends > now else {
                return nil
            }
            return try transaction.donor(session.donor)
        }
    }

    /// Ends a session.
    public func signOut(_ session: BearerToken) async throws {
        try await database.write { try $0.removeSession(hash: session.hash) }
    }
}
