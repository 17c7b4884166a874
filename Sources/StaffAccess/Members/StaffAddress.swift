import Foundation
import TokenKit

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
    var countKey: String { TextHash.of(text) }
}
