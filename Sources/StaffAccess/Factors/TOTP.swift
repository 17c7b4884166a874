import DigestKit
import TextKit
package import TimeKit

/// Time-based one-time passwords, as authenticator apps compute them: SHA-1, 6 digits, and a new code every
/// 30 seconds. Many apps support no other parameters.
///
/// Source: RFC 6238; RFC 4226 §5.3.
package enum TOTP {
    /// The length of a secret, in bytes: 160 bits, as RFC 4226 §4 recommends.
    package static let secretBytes = 20
    /// The length of a time step in seconds. An app shows the same code throughout a step.
    package static let period: Int64 = 30
    /// The number of digits of a code.
    package static let digits = 6
    /// The maximum number of time steps by which an accepted code can be older or newer than the current
    /// code. This allows for clock differences and for the time it takes to type a code.
    ///
    /// Source: RFC 6238 §5.2 recommends at most one step for the delay.
    package static let tolerance: Int64 = 1

    /// Returns the number of the time step that contains a time. The first step starts in 1970.
    package static func step(at time: Timestamp) -> Int64 { time.seconds / period }

    /// Returns the code of a time step: exactly ``digits`` digits.
    package static func code(secret: [UInt8], step: Int64) -> String {
        let counter = (0..<8).map { UInt8(truncatingIfNeeded: step >> (56 - 8 * $0)) }
        let hash = HMACSHA1.code(for: counter, key: secret)
        let offset = Int(hash[HMACSHA1.byteCount - 1] & 0x0F)
        let number = hash[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } & 0x7FFF_FFFF
        let text = String(number % 1_000_000)
        return String(repeating: "0", count: digits - text.count) + text
    }

    /// Returns the accepted time steps whose code is `code`, in ascending order. Usually there is at most
    /// one, because two steps rarely have the same code.
    package static func steps(of code: String, secret: [UInt8], at time: Timestamp) -> [Int64] {
        let current = step(at: time)
        return (current - tolerance...current + tolerance).filter { step in
            ConstantTime.areEqual(Self.code(secret: secret, step: step).utf8, code.utf8)
        }
    }
}

/// A new secret for a member's authenticator app. It becomes the member's second factor after the app's first
/// code has been entered.
public struct FactorEnrolment: Hashable, Sendable {
    /// The secret in base32, for people who cannot scan the QR code.
    public let secret: String
    /// The secret as it appears in the form: encrypted, and valid only for the same member and browser.
    public let sealed: String
    /// The member's e-mail address, which the app displays.
    public let account: String

    /// Returns the URI that authenticator apps read from a QR code.
    ///
    /// Source: github.com/google/google-authenticator/wiki/Key-Uri-Format.
    ///
    /// - Parameter issuer: The name of this server, which the app displays.
    public func uri(issuer: String) -> String {
        let name = Self.escaped(issuer)
        return "otpauth://totp/\(name):\(Self.escaped(account))?secret=\(secret)&issuer=\(name)"
            + "&algorithm=SHA1&digits=\(TOTP.digits)&period=\(TOTP.period)"
    }

    private static func escaped(_ text: String) -> String {
        text.utf8.map { byte in
            switch byte {
            case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~": String(Unicode.Scalar(byte))
            default: "%" + Hex.upper([byte])
            }
        }.joined()
    }
}
