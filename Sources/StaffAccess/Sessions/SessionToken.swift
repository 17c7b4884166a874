import Crypto
import Foundation

/// What a browser shows to be known again: 256 random bits. Only its hash is kept.
public struct SessionToken: Hashable, Sendable {
    /// 43 letters of base64url.
    public let text: String

    private static let bytes = 32
    private static let letters = 43

    /// What a request shows; nil where it is none.
    public init?(_ text: String?) {
        guard let text, text.utf8.count == Self.letters, text.utf8.allSatisfy(Self.isLetter) else {
            return nil
        }
        self.text = text
    }

    /// A new one out of 64 random bits a call.
    public init(random: () -> UInt64) {
        text = Self.base64url(RandomBytes.make(Self.bytes, from: random))
    }

    /// Under what its session is kept.
    var hash: String { Hex.text(SHA256.hash(data: Data(text.utf8))) }

    /// What each form of this browser carries: it follows from the token, and the token does not follow from it.
    public var formToken: String {
        Self.base64url(HMAC<SHA256>.authenticationCode(for: Data(Self.purpose), using: key))
    }

    /// Whether a form comes from a page that this browser was shown.
    public func accepts(form token: String?) -> Bool {
        guard let token, token.utf8.count == Self.letters else { return false }
        return SymmetricKey(data: Data(token.utf8)) == SymmetricKey(data: Data(formToken.utf8))
    }

    private var key: SymmetricKey { SymmetricKey(data: Data(text.utf8)) }

    private static let purpose = "form".utf8

    private static func base64url(_ bytes: some Sequence<UInt8>) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing(
            "=", with: "")
    }

    private static func isLetter(_ octet: UInt8) -> Bool {
        switch octet {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
