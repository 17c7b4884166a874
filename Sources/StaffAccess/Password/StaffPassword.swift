import Foundation

/// A password as somebody typed it: the same letters are the same octets, whatever keyboard they come from.
public struct StaffPassword: Sendable {
    /// In Unicode NFC, UTF-8.
    let octets: [UInt8]

    /// The least letters of a new one; there are no rules about kinds of letters, which make passwords worse.
    ///
    /// Source: NIST SP 800-63B-4 §3.1.1.2 (length counts, composition rules do not).
    public static let leastLetters = 12
    /// The most octets: more are not hashed.
    public static let mostOctets = 1_024

    /// Any password that is typed to sign in.
    ///
    /// - Returns: nil for none, and for one that is longer than any that is taken.
    public init?(typed text: String) {
        let octets = Array(text.precomposedStringWithCanonicalMapping.utf8)
        guard (1...Self.mostOctets).contains(octets.count) else { return nil }
        self.octets = octets
    }

    /// A password that somebody chooses.
    ///
    /// - Throws: ``StaffError`` with code `weakPassword`: too short, too long, one letter again and again, or the address.
    public init(chosen text: String, for address: StaffAddress) throws(StaffError) {
        guard text.count >= Self.leastLetters else {
            throw StaffError(.weakPassword, "it has less than \(Self.leastLetters) letters")
        }
        guard let password = StaffPassword(typed: text) else {
            throw StaffError(.weakPassword, "it has more than \(Self.mostOctets) octets")
        }
        guard Set(text).count >= 4, StaffAddress(text)?.text != address.text else {
            throw StaffError(.weakPassword, "it is one of the first that anybody would try")
        }
        self = password
    }
}
