import Crypto
import Foundation

/// What makes a form one gift: made with the page, sent with it, and then the address of the gift's own page.
///
/// A double click, the back button, a reload and an answer that was lost all come with the same key. It has 128 random
/// bits: who knows it may see the gift.
struct FormKey: Hashable, Sendable {
    /// 22 letters of base64url.
    let text: String

    /// What a request sends; nil where it is none.
    init?(_ text: String?) {
        guard let text, text.utf8.count == 22, text.utf8.allSatisfy(Self.isLetter) else { return nil }
        self.text = text
    }

    /// A new one out of 64 random bits a call.
    init(random: () -> UInt64) {
        let bytes = [random(), random()].flatMap { word in
            (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
        }
        text = Self.base64url(bytes)
    }

    private init(bytes: [UInt8]) { text = Self.base64url(bytes) }

    /// The key of what begins anew where this one's gift was declined: always the same.
    var next: FormKey {
        FormKey(bytes: Array(SHA256.hash(data: Data("again:\(text)".utf8)).prefix(16)))
    }

    /// The key as the service knows it: no other program's can be the same.
    var requestKey: String { "page:\(text)" }

    /// The gift's own page.
    var path: String { "/-/give/\(text)" }

    private static func base64url(_ bytes: [UInt8]) -> String {
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
