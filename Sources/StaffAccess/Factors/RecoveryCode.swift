import TextKit
import TokenKit

/// A one-time code that a member can enter instead of a code from an authenticator app, for example if the
/// phone is lost. Only the hash of the code is stored.
///
/// A code has 128 random bits, so guessing it is infeasible, and a plain hash is sufficient (OWASP ASVS 5.0,
/// 6.5.2).
public struct RecoveryCode: Hashable, Sendable {
    /// The code as shown: 26 characters of base32 in groups of four, with two in the last group.
    public let text: String

    /// The number of recovery codes that a member gets.
    public static let count = 10
    private static let byteCount = 16

    /// Creates a new code.
    ///
    /// - Parameter random: Returns 64 unpredictable random bits per call.
    init(random: () -> UInt64) {
        self.init(letters: Base32.text(RandomBytes.make(Self.byteCount, from: random)))
    }

    /// Parses a code as typed, ignoring case, spaces and hyphens. Returns nil if the text is not a recovery
    /// code.
    public init?(typed: String) {
        let letters = EnteredCode.plain(typed).uppercased()
        guard Base32.bytes(of: letters)?.count == Self.byteCount else { return nil }
        self.init(letters: letters)
    }

    private init(letters: String) {
        let all = Array(letters)
        text = stride(from: 0, to: all.count, by: 4).map { String(all[$0..<min($0 + 4, all.count)]) }
            .joined(separator: "-")
    }

    /// The hash that is stored instead of the code: SHA-256, in hex.
    var hash: String { TextHash.of(text) }
}

extension RecoveryCode: CustomStringConvertible {
    /// The name of the type. The code itself must not appear in a log.
    public var description: String { "RecoveryCode" }
}

/// A code that a member has entered: either a code from an authenticator app, or a recovery code.
enum EnteredCode: Hashable {
    /// A code from an authenticator app.
    case app(String)
    case recovery(RecoveryCode)

    /// Parses a code as typed. Returns nil if it can be neither an app's code nor a recovery code.
    init?(_ typed: String) {
        guard typed.utf8.count <= Self.maxBytes else { return nil }
        let plain = Self.plain(typed)
        if plain.utf8.count == TOTP.digits, plain.utf8.allSatisfy({ "0"..."9" ~= $0 }) {
            self = .app(plain)
        } else if let code = RecoveryCode(typed: typed) {
            self = .recovery(code)
        } else {
            return nil
        }
    }

    /// The maximum length of an entered code, in bytes.
    private static let maxBytes = 200

    /// Returns a code without spaces and hyphens.
    static func plain(_ typed: String) -> String { typed.filter { !$0.isWhitespace && $0 != "-" } }
}
