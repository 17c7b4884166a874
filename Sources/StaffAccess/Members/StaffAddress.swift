import Crypto
import Foundation

/// The e-mail address by which somebody signs in; compared in lower case.
public struct StaffAddress: Hashable, Sendable {
    /// In lower case and Unicode NFC.
    public let text: String

    /// The most octets of an address (RFC 5321 §4.5.3.1.3).
    static let mostOctets = 254

    /// An address as it was typed; nil where there is none, or one that is too long.
    public init?(_ typed: String) {
        let text = typed.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
            .precomposedStringWithCanonicalMapping
        guard (1...Self.mostOctets).contains(text.utf8.count) else { return nil }
        self.text = text
    }

    /// What wrong passwords are counted under: whether the address is known does not show in it.
    var countKey: String { Hex.text(SHA256.hash(data: Data(text.utf8))) }
}

/// Octets in lower-case hex.
enum Hex {
    static func text(_ octets: some Sequence<UInt8>) -> String {
        octets.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
