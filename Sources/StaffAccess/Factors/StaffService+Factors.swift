import DatabaseKit
import DigestKit
import Foundation
import TextKit
import TimeKit
public import TokenKit

/// A sign-in that still requires a second step.
public struct SecondStep: Hashable, Sendable {
    /// The member whose password was correct.
    public let member: StaffMember
    /// Whether the member has a second factor. If so, the member must enter a code; if not, the member must
    /// add a factor.
    public let hasFactor: Bool
}

/// The state of a member's second factor, for the page on which the member manages it.
public struct FactorStatus: Hashable, Sendable {
    /// The number of unused recovery codes.
    public let recoveryCount: Int
}

// MARK: Sign-in

extension StaffService {
    /// Returns the pending sign-in with this token; nil if it does not exist or has expired.
    public func secondStep(of token: SessionToken) async throws -> SecondStep? {
        let (now, id) = (clock.now(), token.hash)
        return try await database.read { transaction in
            guard let pending = try transaction.pendingSignIn(id), pending.isOpen(at: now),
                let member = try transaction.staffMember(pending.member)
            else { return nil }
            return SecondStep(member: member, hasFactor: try transaction.staffFactor(member.id) != nil)
        }
    }

    /// Completes a sign-in with a code from the member's app or with a recovery code.
    ///
    /// A wrong code counts as a failed attempt, like a wrong password. A row is appended to the audit log
    /// even if the code is refused.
    ///
    /// - Parameters:
    ///   - token: The token of the pending sign-in. It becomes invalid when the sign-in is complete.
    ///   - typed: The code as typed.
    ///   - browser: The proof that the member has signed in with this browser before, or nil.
    ///   - network: The network of the client, or nil.
    /// - Returns: The token of the new session.
    /// - Throws: ``StaffError``: `signInExpired`, `noFactor`, `wrongCode`, `paused`, `factorUnreadable`.
    public func finishSignIn(
        _ token: SessionToken, code typed: String, browser: KnownBrowser? = nil, from network: String? = nil
    ) async throws -> SessionToken {
        guard let member = try await secondStep(of: token)?.member else { throw StaffError(.signInExpired) }
        let (session, now) = (SessionToken(random: random), clock.now())
        try await usingCode(typed, of: member, browser, by: .anonymous, from: network) {
            try $0.finish(token, as: session, of: member, from: network, at: now)
        }
        return session
    }

    /// Completes a sign-in by adding a second factor, for a member who must have one.
    ///
    /// - Parameters:
    ///   - token: The token of the pending sign-in. It becomes invalid when the sign-in is complete.
    ///   - sealed: The secret, as ``enrolment(of:with:)`` returned it.
    ///   - code: The first code of the member's app, as typed.
    ///   - network: The network of the client, or nil.
    /// - Returns: The token of the new session, and the recovery codes. Only their hashes are stored.
    /// - Throws: ``StaffError``: `signInExpired`, `wrongCode`, `factorExists`, `factorUnreadable`.
    public func finishSignIn(
        _ token: SessionToken, adding sealed: String, code: String, from network: String? = nil
    ) async throws -> (session: SessionToken, recovery: [RecoveryCode]) {
        guard let member = try await secondStep(of: token)?.member else { throw StaffError(.signInExpired) }
        let (session, now) = (SessionToken(random: random), clock.now())
        let codes = try await add(sealed, code, to: member, token, from: network) {
            try $0.finish(token, as: session, of: member, from: network, at: now)
        }
        return (session, codes)
    }
}

// MARK: Changes

extension StaffService {
    /// Returns the state of a member's second factor; nil if the member has none.
    public func factorStatus(of member: StaffMember) async throws -> FactorStatus? {
        let id = member.id
        return try await database.read { transaction in
            try transaction.staffFactor(id).map { FactorStatus(recoveryCount: $0.recoveryCount) }
        }
    }

    /// Returns a new secret for a member's authenticator app. Nothing is stored.
    ///
    /// - Parameters:
    ///   - member: The member, who is signed in or has entered the password.
    ///   - token: The token of the browser's session or pending sign-in. Only the same browser can confirm
    ///     the secret.
    /// - Throws: ``StaffError`` with code `factorUnreadable` if the key for encrypting the secret is missing,
    ///   or another error if the key cannot be read or created.
    public func enrolment(of member: StaffMember, with token: SessionToken) throws -> FactorEnrolment {
        guard let key = try factors?.key(true) else { throw StaffError.unreadableFactor }
        let secret = RandomBytes.make(TOTP.secretBytes, from: random)
        let sealed = SealedSecret(secret, key, for: SealedSecret.enrolment(member.id, token), random: random)
        return FactorEnrolment(
            secret: Base32.text(secret), sealed: Hex.lower(sealed.bytes), account: member.email)
    }

    /// Returns a secret that was created earlier, so that the member can try again after a wrong code.
    ///
    /// - Parameters:
    ///   - sealed: The secret, as ``enrolment(of:with:)`` returned it.
    ///   - member: The member for whom the secret was created.
    ///   - token: The token of the browser for which the secret was created.
    /// - Throws: ``StaffError``: `signInExpired` if the secret was sealed for another member or browser, or
    ///   `factorUnreadable` if the key is missing.
    public func enrolment(
        _ sealed: String, of member: StaffMember, with token: SessionToken
    ) throws -> FactorEnrolment {
        FactorEnrolment(
            secret: Base32.text(try secret(sealed, of: member, token)), sealed: sealed, account: member.email)
    }

    /// Adds a second factor to a signed-in member, and ends the member's other sessions.
    ///
    /// The password is required again, so that a person who finds an open session cannot lock the member out.
    ///
    /// - Parameters:
    ///   - sealed: The secret, as ``enrolment(of:with:)`` returned it.
    ///   - code: The first code of the member's app, as typed.
    ///   - password: The member's password as typed. A wrong password counts as a failed sign-in attempt.
    ///   - member: The member, who is signed in.
    ///   - token: The token of the session.
    ///   - browser: The proof that the member has signed in with this browser before, or nil.
    ///   - network: The network of the client, or nil.
    /// - Returns: The recovery codes. Only their hashes are stored.
    /// - Throws: ``StaffError``: `wrongCurrentPassword`, `paused`, `busy`, `signInExpired`, `wrongCode`,
    ///   `factorExists`, `factorUnreadable`.
    public func addFactor(
        _ sealed: String, code: String, password: String, to member: StaffMember, with token: SessionToken,
        browser: KnownBrowser? = nil, from network: String? = nil
    ) async throws -> [RecoveryCode] {
        try await recordingRefusal(of: .addFactor, member, by: .staff(member), from: network) {
            try await confirm(password, of: member, browser)
        }
        return try await add(sealed, code, to: member, token, from: network) { _ in }
    }

    /// Replaces a member's recovery codes.
    ///
    /// - Parameters:
    ///   - member: The member, who is signed in.
    ///   - code: A code of the member's app or a recovery code, as typed.
    ///   - browser: The proof that the member has signed in with this browser before, or nil.
    ///   - network: The network of the client, or nil.
    /// - Returns: The new codes. Only their hashes are stored.
    /// - Throws: ``StaffError``: `noFactor`, `wrongCode`, `paused`, `factorUnreadable`.
    public func renewRecoveryCodes(
        of member: StaffMember, code: String, browser: KnownBrowser? = nil, from network: String? = nil
    ) async throws -> [RecoveryCode] {
        let (codes, now) = (newRecoveryCodes(), clock.now())
        try await usingCode(code, of: member, browser, by: .staff(member), from: network) { transaction in
            guard var factor = try transaction.staffFactor(member.id) else { throw StaffError(.noFactor) }
            factor.replaceRecovery(by: codes)
            try transaction.save(factor)
            try transaction.append(.renewRecoveryCodes, of: member, from: network, at: now)
        }
        return codes
    }

    /// Removes a member's second factor, and ends all sessions of the member.
    ///
    /// - Parameters:
    ///   - member: The signed-in member.
    ///   - code: A code from the member's authenticator app, or a recovery code, as typed.
    ///   - browser: The proof that the member has signed in with this browser before, or nil.
    ///   - network: The network of the client, or nil.
    /// - Throws: ``StaffError``: `noFactor`, `wrongCode`, `paused`, `factorUnreadable`.
    public func removeFactor(
        of member: StaffMember, code: String, browser: KnownBrowser? = nil, from network: String? = nil
    ) async throws {
        let now = clock.now()
        try await usingCode(code, of: member, browser, by: .staff(member), from: network) { transaction in
            try transaction.removeStaffFactor(member.id)
            try transaction.append(.removeFactor, of: member, from: network, at: now)
        }
    }

    /// Removes a member's lost second factor, and ends all of the member's sessions.
    ///
    /// - Returns: The member.
    /// - Throws: ``StaffError``: `notFound`, `noFactor`.
    public func removeFactor(of address: StaffAddress) async throws -> StaffMember {
        try await database.write { transaction in
            let member = try transaction.existingMember(at: address)
            guard try transaction.staffFactor(member.id) != nil else {
                throw StaffError(.noFactor, address.text)
            }
            try transaction.removeStaffFactor(member.id)
            transaction.changed(member)
            return member
        }
    }
}

// MARK: Codes

extension StaffService {
    /// Counts an attempt and checks a code. If the code is correct, marks it as used, clears the count of
    /// attempts, and runs `change` in the same transaction.
    ///
    /// - Throws: ``StaffError``: `paused`, `noFactor`, `wrongCode`, `factorUnreadable`; any error that
    ///   `change` throws.
    private func usingCode(
        _ typed: String, of member: StaffMember, _ browser: KnownBrowser?, by actor: AuditLogActor,
        from network: String?,
        _ change: @escaping @Sendable (Transaction) throws -> Void
    ) async throws {
        let code = EnteredCode(typed)
        let action: AuditLogAction = code.isRecovery ? .useRecoveryCode : .useFactor
        let address = try member.address
        try await recordingRefusal(of: action, member, by: actor, from: network) {
            _ = try await countTry(for: address, browser)
            let now = clock.now()
            let machine = factors?.clock.now() ?? now
            let key = try code.isRecovery ? nil : factors?.key(false)
            try await database.write { transaction in
                guard var factor = try transaction.staffFactor(member.id) else { throw StaffError(.noFactor) }
                try factor.use(code, key: key, at: machine)
                try transaction.save(factor)
                try transaction.removeSignInTries(
                    KnownBrowser.countKey(of: browser, for: member, at: address))
                try transaction.append(action, of: member, from: network, at: now)
                try change(transaction)
            }
        }
    }

    /// Checks the first code of a new authenticator app, and adds the app as the member's second factor. In
    /// the same transaction, ends the member's other sessions and runs `change`.
    ///
    /// - Returns: The recovery codes.
    /// - Throws: ``StaffError``: `wrongCode`, `factorExists`, `signInExpired`, `factorUnreadable`.
    private func add(
        _ sealed: String, _ typed: String, to member: StaffMember, _ token: SessionToken,
        from network: String?, _ change: @escaping @Sendable (Transaction) throws -> Void
    ) async throws -> [RecoveryCode] {
        try await recordingRefusal(of: .addFactor, member, by: .staff(member), from: network) {
            let secret = try secret(sealed, of: member, token)
            guard let factors, let key = try factors.key(false) else { throw StaffError.unreadableFactor }
            guard case .app(let code)? = EnteredCode(typed),
                let step = TOTP.steps(of: code, secret: secret, at: factors.clock.now()).first
            else { throw StaffError(.wrongCode) }
            let (codes, now) = (newRecoveryCodes(), clock.now())
            let factor = StaffFactor(
                of: member,
                secret: SealedSecret(secret, key, for: SealedSecret.member(member.id), random: random),
                firstStep: step, recovery: codes, at: now)
            try await database.write { transaction in
                // Another browser may have added a factor, or the member may have been removed.
                guard try transaction.staffMember(member.id) != nil else { throw StaffError(.signInExpired) }
                guard try transaction.staffFactor(member.id) == nil else { throw StaffError(.factorExists) }
                try transaction.save(factor)
                try transaction.removeStaffSessions(of: member.id, except: token.hash)
                try transaction.append(.addFactor, of: member, from: network, at: now)
                try change(transaction)
            }
            return codes
        }
    }

    /// Runs a change. If it is refused, appends a row about the refusal to the audit log.
    private func recordingRefusal<Value>(
        of action: AuditLogAction, _ member: StaffMember, by actor: AuditLogActor, from network: String?,
        _ work: () async throws -> Value
    ) async throws -> Value {
        do {
            return try await work()
        } catch let error as StaffError {
            var event = AuditLogEvent(action, by: actor, from: network, organizations: member.organizations)
            event.ids = [member.id]
            try await auditLog.refuse(event, error.code.rawValue)
            throw error
        }
    }

    /// Decrypts the secret that was sent with the form for adding a factor.
    ///
    /// - Throws: ``StaffError``: `factorUnreadable` if the key is missing, or `signInExpired` if the secret
    ///   belongs to another member or browser.
    private func secret(
        _ sealed: String, of member: StaffMember, _ token: SessionToken
    ) throws -> [UInt8] {
        guard let key = try factors?.key(false) else { throw StaffError.unreadableFactor }
        guard let bytes = Hex.bytes(of: sealed),
            let secret = SealedSecret(bytes).open(key, for: SealedSecret.enrolment(member.id, token))
        else { throw StaffError(.signInExpired) }
        return secret
    }

    private func newRecoveryCodes() -> [RecoveryCode] {
        (0..<RecoveryCode.count).map { _ in RecoveryCode(random: random) }
    }
}

extension EnteredCode? {
    fileprivate var isRecovery: Bool { if case .recovery = self { true } else { false } }
}

extension Transaction {
    /// Returns whether a sign-in requires a second step after the correct password. If it does, saves the
    /// sign-in as pending, and appends a row to the audit log.
    ///
    /// For a member with a second factor, the correct password does not clear the count of failed attempts.
    /// Otherwise, an attacker who knows the password could guess codes without a pause.
    ///
    /// - Parameters:
    ///   - token: The token for the browser.
    ///   - member: The member who entered the correct password.
    ///   - key: The key under which the attempts are counted.
    ///   - isRequired: Whether members who can make changes that affect money must have a second factor.
    func defersSignIn(
        _ token: SessionToken, of member: StaffMember, _ key: String, isRequired: Bool,
        from network: String?, at now: Timestamp
    ) throws -> Bool {
        let hasFactor = try staffFactor(member.id) != nil
        guard hasFactor || isRequired && member.role.changesMoney else { return false }
        if !hasFactor { try removeSignInTries(key) }
        try removePendingSignIns(before: now.adding(seconds: -PendingSignIn.longest))
        try save(PendingSignIn(id: token.hash, member: member.id, created: now))
        try append(.askFactor, of: member, from: network, at: now)
        return true
    }

    /// Deletes a pending sign-in, and starts a session instead.
    ///
    /// - Throws: ``StaffError`` with code `signInExpired` if the sign-in is no longer pending.
    fileprivate func finish(
        _ token: SessionToken, as session: SessionToken, of member: StaffMember, from network: String?,
        at now: Timestamp
    ) throws {
        // A second request with the same token may have finished the sign-in, or the member may have been removed.
        guard try pendingSignIn(token.hash) != nil, let member = try staffMember(member.id),
            member.unconfirmedSince == nil
        else {
            throw StaffError(.signInExpired)
        }
        try removePendingSignIn(token.hash)
        try removeStaffSessions(before: now.adding(seconds: -StaffSession.idle))
        try save(StaffSession(id: session.hash, member: member.id, created: now, seen: now))
        try append(.signIn, of: member, from: network, at: now)
    }

    /// Appends a row about a member to the audit log.
    func append(
        _ action: AuditLogAction, of member: StaffMember, from network: String?, at now: Timestamp
    ) throws {
        try append(
            AuditLogEvent(action, by: .staff(member), from: network, organizations: member.organizations),
            at: now)
    }
}
