/// The part of an opened URL that may be stored.
public struct KeptURL: Hashable, Sendable {
    /// The maximum length of the stored text, in bytes. The URL of a tag fits within this limit. Longer URLs
    /// are truncated. Without a limit, anyone could fill the disk by opening long URLs.
    public static let longest = 200

    /// The URL or, if the URL contains a card number, a part of the URL without the card number. The text is
    /// cut to at most ``longest`` bytes, and can be empty.
    public let text: String
    /// Whether the text was longer than ``longest`` bytes.
    public let isCut: Bool
    /// Whether the URL contains a card number. If so, values that were parsed from the URL must not be
    /// stored.
    public let holdsCard: Bool

    /// Determines which part of a URL may be stored.
    public init(of url: String) {
        holdsCard = CardNumber.stands(inURL: url)
        let kept = holdsCard ? Self.places(in: url).first { !CardNumber.stands(inURL: $0) } : url
        text = Self.cut(kept ?? "")
        isCut = text.utf8.count < (kept ?? "").utf8.count
    }

    /// Returns two shortened versions of a URL: the URL without its query and fragment, and the scheme and
    /// host alone.
    private static func places(in url: String) -> [String] {
        let place = url.prefix { !"?#".contains($0) }
        let parts = place.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        return [String(place), parts.prefix(3).joined(separator: "/")]
    }

    /// Returns the beginning of a string, at most ``longest`` bytes, without splitting a character.
    private static func cut(_ text: String) -> String {
        guard text.utf8.count > longest else { return text }
        var end = text.utf8.index(text.startIndex, offsetBy: longest)
        // Continuation bytes of UTF-8 have these two bits (RFC 3629 §3).
        while text.utf8[end] & 0xC0 == 0x80 { end = text.utf8.index(before: end) }
        return String(text[..<end])
    }
}
