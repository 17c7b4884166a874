import TokenKit

/// The secret of a key: 256 random bits, behind letters that say what it is to whoever finds it.
///
/// Nobody can try out so many, so that a plain hash of it is enough, and looking it up by its hash tells nothing.
public struct APIKeySecret: Hashable, Sendable {
    /// `tapk_test_` and 43 letters of base64url.
    public let text: String

    /// What all of them begin with; no key moves real money in this version.
    public static let mark = "tapk_test_"

    /// What a request shows; nil where it is none.
    public init?(_ text: String) {
        guard text.hasPrefix(Self.mark), SessionToken(String(text.dropFirst(Self.mark.count))) != nil else {
            return nil
        }
        self.text = text
    }

    /// A new one out of 64 random bits a call.
    init(random: () -> UInt64) { text = Self.mark + SessionToken(random: random).text }

    /// Under what its key is kept: SHA-256, in hex.
    var hash: String { TextHash.of(text) }
}
