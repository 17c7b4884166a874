import DigestKit

/// A secret by which whoever shows it is known: random bits, as text. What is kept of it is its hash alone.
///
/// A type for each form, so that none is taken for another.
public struct SecretToken<Form: TokenForm>: Hashable, Sendable {
    /// As it stands in a cookie, a link or a field.
    public let text: String

    /// What a request shows; nil where it is none.
    public init?(_ text: String?) {
        guard let text, Form.writing.isText(text, bytes: Form.byteCount) else { return nil }
        self.text = text
    }

    /// A new one out of 64 random bits a call, which nobody can guess.
    public init(random: () -> UInt64) {
        text = Form.writing.text(RandomBytes.make(Form.byteCount, from: random))
    }

    private init(_ bytes: some Sequence<UInt8>) { text = Form.writing.text(bytes) }

    /// Under what it is kept. As random as the token is, it cannot be found from this.
    public var hash: String { TextHash.of(text) }

    /// Another one that follows from it: for the same purpose always the same.
    public func following(_ purpose: String) -> SecretToken {
        SecretToken(TextHash.bytes(of: "\(purpose):\(text)").prefix(Form.byteCount))
    }
}

extension SecretToken: CustomStringConvertible {
    /// Never the token: it may not stand in a log.
    public var description: String { "SecretToken" }
}

/// The hash that is stored in place of a secret text.
public enum TextHash {
    /// Returns the SHA-256 of the text's UTF-8, as 64 hex digits.
    public static func of(_ text: String) -> String { BinaryTextEncoding.hex.text(bytes(of: text)) }

    /// Returns the SHA-256 as 32 octets.
    static func bytes(of text: String) -> [UInt8] { SHA256.hash(text.utf8) }
}

/// Unpredictable octets from a random source that is passed in.
public enum RandomBytes {
    /// Returns octets from a source of 64 random bits per call.
    public static func make(_ count: Int, from random: () -> UInt64) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let word = random()
            bytes += (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
        }
        return Array(bytes.prefix(count))
    }
}
