import DatabaseKit
import TimeKit
public import TokenKit

/// Password resets by e-mail.
extension StaffService {
    /// Stores a member's request for a link to set a new password. ``passwordMails()`` creates the e-mail.
    ///
    /// The request is stored in the same way whether or not a member has this address. Requests beyond the
    /// limits in ``PasswordLink`` are silently ignored.
    public func askForPasswordLink(_ address: StaffAddress) async throws {
        let now = clock.now()
        let id = newID("link_")
        try await database.write { transaction in
            try transaction.removePasswordLinks(askedUntil: now.adding(seconds: -PasswordLink.memorySeconds))
            let member = try transaction.staffMember(of: address)?.id
            guard
                try transaction.passwordLinkCount(address.countKey) < PasswordLink.mostToOneAddress,
                try transaction.passwordLinkCount(nil) < PasswordLink.most
            else { return }
            try transaction.save(
                PasswordLink(id: id, address: address.countKey, member: member, asked: now))
        }
    }

    /// Claims up to 100 requested links that have not been sent. Returns the e-mails for the links whose
    /// address belongs to a member. A link that was requested more than ``PasswordLink/lifeSeconds`` ago gets
    /// no e-mail.
    ///
    /// A claimed link is not returned again. If its e-mail is lost, the member must request another link. A
    /// member from a restored backup gets no link until they are confirmed.
    public func passwordMails() async throws -> [PasswordMail] {
        guard try await !database.read({ try $0.waitingPasswordLinks(limit: 1) }).isEmpty else { return [] }
        let (now, random) = (clock.now(), random)
        return try await database.write { transaction in
            try transaction.waitingPasswordLinks(limit: 100).compactMap { waiting in
                var link = waiting
                link.sent = now
                let member = try link.member.flatMap(transaction.staffMember)
                guard let member, member.unconfirmedSince == nil, now - link.asked < PasswordLink.lifeSeconds
                else {
                    try transaction.save(link)
                    return nil
                }
                let token = PasswordToken(random: random)
                link.hash = token.hash
                try transaction.save(link)
                return PasswordMail(id: link.id, to: member.email, token: token, time: now)
            }
        }
    }

    /// Returns the member who can choose a password with a link. Returns nil if the link is unknown, used or
    /// expired. This call does not use up the link.
    public func member(ofPasswordLink token: PasswordToken) async throws -> StaffMember? {
        let now = clock.now()
        return try await database.read { try $0.openPasswordLink(token.hash, at: now) }
    }

    /// Sets a member's password with a link. Does not sign the member in.
    ///
    /// All of the member's sessions end, and all of the member's links become invalid. The sign-in attempts
    /// for the member's address are cleared.
    ///
    /// - Parameters:
    ///   - token: The token of the link.
    ///   - password: The new password as typed.
    ///   - names: The names of the member's organizations. The password must not contain words from these
    ///     names.
    /// - Throws: ``StaffError``: `deadLink`, `weakPassword`, `busy`. A weak password does not use up the
    ///   link.
    public func setPassword(with token: PasswordToken, to password: String, names: [String]) async throws {
        guard let member = try await member(ofPasswordLink: token) else { throw StaffError(.deadLink) }
        let hash = try await hash(of: password, for: member, names: names)
        let now = clock.now()
        try await database.write { transaction in
            guard let member = try transaction.openPasswordLink(token.hash, at: now) else {
                throw StaffError(.deadLink)
            }
            _ = try transaction.replacePassword(of: member, by: hash, keeping: nil)
        }
    }
}
