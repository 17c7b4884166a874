/// As much of an opened URL as may be kept.
public struct KeptURL: Hashable, Sendable {
    /// Octets that are kept of a URL at most.
    public static let longest = 8192

    /// The URL as it arrived, at most ``longest`` octets; where the number of a card stands in it, only where it led: scheme,
    /// host and path, or what of these holds none.
    public let text: String
    /// Whether the number of a card stands in the URL: nothing that was read from it may then be kept either.
    public let holdsCard: Bool

    /// What may be kept of a URL.
    public init(of url: String) {
        holdsCard = CardNumber.stands(inURL: url)
        let kept = holdsCard ? Self.places(in: url).first { !CardNumber.stands(inURL: $0) } : url
        text = Self.cut(kept ?? "")
    }

    /// Where a URL leads, and its scheme and host alone.
    private static func places(in url: String) -> [String] {
        let place = url.prefix { !"?#".contains($0) }
        let parts = place.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        return [String(place), parts.prefix(3).joined(separator: "/")]
    }

    /// The first octets of a text, as far as they are whole characters.
    private static func cut(_ text: String) -> String {
        guard text.utf8.count > longest else { return text }
        var end = text.utf8.index(text.startIndex, offsetBy: longest)
        // An octet that goes on with a character has these two bits (RFC 3629 §3).
        while text.utf8[end] & 0xC0 == 0x80 { end = text.utf8.index(before: end) }
        return String(text[..<end])
    }
}
