public import DigestKit
import Foundation
import TextKit
public import TimeKit
import TokenKit

/// A member's second factor, as it is stored: the sealed secret of an authenticator app, and hashes of
/// recovery codes.
package struct StaffFactor: Hashable, Sendable, Codable {
    /// The id of the member.
    package let id: String
    /// The secret of the authenticator app, encrypted for this member with the key from ``FactorSettings``.
    private let sealed: Data
    /// The time at which the factor was added.
    package let created: Timestamp
    /// The time step of the last code that was used. Only codes of later steps are accepted, so a code works
    /// only once.
    private var lastStep: Int64
    /// The hashes of the unused recovery codes.
    private var recovery: [String]

    /// The number of unused recovery codes.
    package var recoveryCount: Int { recovery.count }

    init(
        of member: StaffMember, secret: SealedSecret, firstStep: Int64, recovery: [RecoveryCode],
        at now: Timestamp
    ) {
        id = member.id
        sealed = Data(secret.bytes)
        created = now
        lastStep = firstStep
        self.recovery = recovery.map(\.hash)
    }

    /// Uses up a code. The same code is not accepted again.
    ///
    /// - Parameters:
    ///   - code: The code; nil if the entered text cannot be a code.
    ///   - key: The key that decrypts the app's secret; nil if the key is lost. Recovery codes need no key.
    ///   - now: The current time of the machine's clock.
    /// - Throws: ``StaffError``: `wrongCode`, `factorUnreadable`.
    mutating func use(_ code: EnteredCode?, key: AESGCMKey?, at now: Timestamp) throws(StaffError) {
        switch code {
        case nil: throw StaffError(.wrongCode)
        case .recovery(let code):
            let rest = recovery.filter { !ConstantTime.areEqual($0.utf8, code.hash.utf8) }
            guard rest.count < recovery.count else { throw StaffError(.wrongCode) }
            recovery = rest
        case .app(let code):
            let stored = SealedSecret(Array(sealed))
            guard let key, let secret = stored.open(key, for: SealedSecret.member(id)) else {
                throw StaffError.unreadableFactor
            }
            let steps = TOTP.steps(of: code, secret: secret, at: now)
            guard let step = steps.first(where: { $0 > lastStep }) else {
                throw StaffError(.wrongCode, steps.isEmpty ? "" : "the code was already used")
            }
            lastStep = step
        }
    }

    /// Replaces all recovery codes.
    mutating func replaceRecovery(by codes: [RecoveryCode]) { recovery = codes.map(\.hash) }
}

/// A secret, encrypted for one purpose. It can be decrypted only with the same key for the same purpose.
struct SealedSecret: Hashable {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Encrypts a secret.
    ///
    /// - Parameters:
    ///   - secret: The bytes to encrypt.
    ///   - key: The server's key for all secrets.
    ///   - purpose: A text that binds the secret to its use. Decrypting the secret requires the same text.
    ///   - random: Returns 64 random bits per call.
    init(_ secret: [UInt8], _ key: AESGCMKey, for purpose: String, random: () -> UInt64) {
        bytes = key.seal(
            secret, nonce: RandomBytes.make(AESGCMKey.nonceBytes, from: random),
            associated: Array(purpose.utf8))
    }

    /// Decrypts the secret. Returns nil if it was encrypted with a different key or for a different purpose.
    func open(_ key: AESGCMKey, for purpose: String) -> [UInt8]? {
        key.open(bytes, associated: Array(purpose.utf8))
    }

    /// Returns the text that binds an encrypted secret to the member for whom the secret is stored. The text
    /// is the member's id.
    static func member(_ id: String) -> String { id }

    /// Returns the text that binds an encrypted secret to a member and a browser session. The form for adding
    /// a factor contains such a secret, which can be decrypted only for the same member in the same session.
    static func enrolment(_ id: String, _ token: SessionToken) -> String { "\(id) \(token.hash)" }
}

/// The key that encrypts the secrets of second factors, and the clock for checking codes.
public struct FactorSettings: Sendable {
    let clock: WallClock
    let key: @Sendable (_ isCreated: Bool) throws -> AESGCMKey?

    /// Creates the settings for second factors.
    ///
    /// - Parameters:
    ///   - clock: The machine's clock. Authenticator apps do not follow simulated time.
    ///   - key: Returns the key that encrypts secrets; nil if no key exists. If its argument is true, creates
    ///     a missing key. The key must not be stored in the database.
    public init(clock: WallClock, key: @escaping @Sendable (_ isCreated: Bool) throws -> AESGCMKey?) {
        self.clock = clock
        self.key = key
    }
}

/// A sign-in for which the correct password was entered, but a code or a new second factor is still required.
package struct PendingSignIn: Hashable, Sendable, Codable {
    /// The hash of the token in the browser's cookie.
    package let id: String
    /// The id of the member.
    package let member: String
    /// The time at which the password was entered.
    package let created: Timestamp

    /// The number of seconds after which the password has to be entered again: 5 minutes.
    package static let longest: Int64 = 300

    /// Returns whether the sign-in can still be completed. If the creation time is in the future, because the
    /// clock was set back, the sign-in cannot be completed.
    func isOpen(at now: Timestamp) -> Bool { now >= created && now - created < Self.longest }
}
