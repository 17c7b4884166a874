import DigestKit
public import TokenKit

/// Proof that a member has signed in with a browser before.
///
/// Wrong passwords from a known browser are counted separately. Other people who try passwords for the
/// member's address therefore cannot lock the member out of this browser. The proof alone gives no access:
/// the password is still required.
///
/// The proof is a random number with a code that only the server can compute, using the member's password
/// hash. The server does not store the proof. When the password changes, the proof becomes invalid.
///
/// Source: OWASP, "Slow Down Online Guessing Attacks with Device Cookies".
public struct KnownBrowser: Hashable, Sendable {
    private let number: SecretToken<LetterToken128>
    private let code: SecretToken<LetterToken128>

    /// The proof as the value of a cookie: two tokens separated by a dot.
    public var text: String { "\(number.text).\(code.text)" }

    /// Creates the proof from a cookie's value. Returns nil if the text is malformed.
    public init?(_ text: String?) {
        let parts = (text ?? "").split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let number = SecretToken<LetterToken128>(String(parts[0])),
            let code = SecretToken<LetterToken128>(String(parts[1]))
        else { return nil }
        (self.number, self.code) = (number, code)
    }

    /// Creates the proof for a browser in which a member has just signed in.
    ///
    /// - Parameter random: Returns 64 random bits per call.
    init(of member: StaffMember, random: () -> UInt64) {
        number = SecretToken(random: random)
        code = Self.code(of: number, for: member)
    }

    /// Returns whether this proof is valid for a member, which means that its code was computed with the
    /// member's current password hash.
    func isProof(of member: StaffMember) -> Bool {
        ConstantTime.areEqual(code.text.utf8, Self.code(of: number, for: member).text.utf8)
    }

    /// Returns the key under which the sign-in attempts for an address are counted. If `browser` proves that
    /// the member has signed in with this browser before, the attempts are counted separately for the
    /// browser. Otherwise, they are counted for the address.
    static func countKey(
        of browser: KnownBrowser?, for member: StaffMember?, at address: StaffAddress
    ) -> String {
        guard let browser, let member, browser.isProof(of: member) else { return address.countKey }
        return TextHash.of("\(member.id):\(browser.number.text)")
    }

    private static func code(
        of number: SecretToken<LetterToken128>, for member: StaffMember
    ) -> SecretToken<LetterToken128> {
        member.password.code(for: "known browser of \(member.id): \(number.text)")
    }
}

extension StaffService {
    /// Returns the proof that the member has signed in with this browser, to be stored in the browser after a
    /// sign-in.
    ///
    /// - Parameters:
    ///   - browser: The proof that the browser sent, or nil.
    ///   - token: The token of the new session.
    /// - Returns: The proof. Nil if the browser already has a proof for this member, or if a second step is
    ///   still required.
    public func remembered(_ browser: KnownBrowser?, after token: SessionToken) async throws -> KnownBrowser?
    {
        guard let member = try await member(of: token), browser?.isProof(of: member) != true else {
            return nil
        }
        return KnownBrowser(of: member, random: random)
    }
}
