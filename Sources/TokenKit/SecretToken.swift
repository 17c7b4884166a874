import DigestKit

/// A secret by which whoever shows it is known: random bits, as text. What is kept of it is its hash alone.
///
/// A type for each form, so that none is taken for another.
public struct SecretToken<Form: TokenForm>: Hashable, Sendable {
    /// As it stands in a cookie, a link or a field.
    public let text: String

    /// What a request shows; nil where it is none.
    public init?(_ text: String?) {
        guard let text, Form.writing.isText(text, octets: Form.octets) else { return nil }
        self.text = text
    }

    /// A new one out of 64 random bits a call, which nobody can guess.
    public init(random: () -> UInt64) {
        text = Form.writing.text(RandomOctets.make(Form.octets, from: random))
    }

    private init(_ octets: some Sequence<UInt8>) { text = Form.writing.text(octets) }

    /// Under what it is kept. As random as the token is, it cannot be found from this.
    public var hash: String { TextHash.of(text) }

    /// Another one that follows from it: for the same purpose always the same.
    public func following(_ purpose: String) -> SecretToken {
        SecretToken(TextHash.octets(of: "\(purpose):\(text)").prefix(Form.octets))
    }
}

extension SecretToken: CustomStringConvertible {
    /// Never the token: it may not stand in a log.
    public var description: String { "SecretToken" }
}

/// What is kept of a text that is not to be kept itself.
public enum TextHash {
    /// SHA-256 of its UTF-8, as 64 hexadecimal digits.
    public static func of(_ text: String) -> String { OctetText.hex.text(octets(of: text)) }

    /// The 32 octets of it.
    static func octets(of text: String) -> [UInt8] { SHA256.hash(text.utf8) }
}

/// Octets that nobody can guess, out of what is handed in.
public enum RandomOctets {
    /// So many octets of 64 random bits a call.
    public static func make(_ count: Int, from random: () -> UInt64) -> [UInt8] {
        var octets: [UInt8] = []
        while octets.count < count {
            let word = random()
            octets += (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
        }
        return Array(octets.prefix(count))
    }
}
