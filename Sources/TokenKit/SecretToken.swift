import DigestKit

/// A bearer token: random bits, encoded as text. The server stores only its hash.
///
/// Each token form is a separate type, so that tokens of different forms cannot be confused.
public struct SecretToken<Form: TokenForm>: Hashable, Sendable {
    /// The token's text, as it appears in a cookie, a link or a form field.
    public let text: String

    /// Creates a token from the text in a request. Returns nil if the text does not have the length and
    /// encoding of this kind of token.
    public init?(_ text: String?) {
        guard let text, Form.writing.isText(text, bytes: Form.byteCount) else { return nil }
        self.text = text
    }

    /// Creates a new token.
    ///
    /// - Parameter random: Returns 64 unpredictable random bits per call.
    public init(random: () -> UInt64) {
        text = Form.writing.text(RandomBytes.make(Form.byteCount, from: random))
    }

    /// Creates a token from the first bytes of a message authentication code.
    ///
    /// - Parameter code: The code, with at least as many bytes as the token form requires.
    public init(coding code: some Sequence<UInt8>) { text = Form.writing.text(code.prefix(Form.byteCount)) }

    /// The hash under which the token is stored. The token is random, so it cannot be derived from the hash.
    public var hash: String { TextHash.of(text) }

    /// Returns a token that is derived from this token and a purpose. The same token and purpose always
    /// result in the same derived token.
    public func following(_ purpose: String) -> SecretToken {
        SecretToken(coding: TextHash.bytes(of: "\(purpose):\(text)"))
    }
}

extension SecretToken: CustomStringConvertible {
    /// The name of the type. It does not contain the token, which must not appear in a log.
    public var description: String { "SecretToken" }
}

/// The hash that is stored instead of a secret string.
public enum TextHash {
    /// Returns the SHA-256 of the text's UTF-8, as 64 hex digits.
    public static func of(_ text: String) -> String { BinaryTextEncoding.hex.text(bytes(of: text)) }

    /// Returns the SHA-256 of the text's UTF-8, as 32 bytes.
    static func bytes(of text: String) -> [UInt8] { SHA256.hash(text.utf8) }
}

/// Functions that return random bytes.
public enum RandomBytes {
    /// Returns `count` random bytes.
    ///
    /// - Parameter random: Returns 64 random bits per call.
    public static func make(_ count: Int, from random: () -> UInt64) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let word = random()
            bytes += (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
        }
        return Array(bytes.prefix(count))
    }
}
