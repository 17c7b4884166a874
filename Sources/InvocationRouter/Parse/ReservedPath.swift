/// The first path segments that are routes of their own and can be no organization's name.
///
/// Frozen for version 1, because tags are locked for ever: every later route starts with `/-/`, which no
/// organization can match.
///
/// Source: `docs/invocation-url.md` §5.
enum ReservedPath {
    static let words =
        """
        about account admin api app-ads.txt apple-app-site-association assets assetlinks.json billing \
        checkout connect docs favicon.ico give health healthz help index.html login logout manage metrics \
        onboarding orgs pay payouts plan plans portal pricing robots.txt sim sitemap.xml static status support t \
        tags v1 webhooks
        """
        .split(separator: " ").map { Array($0.utf8) }

    /// The words by their length: most names share it with few of them.
    private static let wordsByLength: [[[UInt8]]] = {
        let longest = words.map(\.count).max() ?? 0
        return (0...longest).map { length in words.filter { $0.count == length } }
    }()

    /// Whether the range, decoded and without case, is a reserved word.
    static func contains(_ range: Range<Int>, in text: Span<UInt8>) -> Bool {
        var length = 0
        var decoder = PercentDecoder(range)
        while decoder.next(in: text) != nil { length += 1 }
        guard length < wordsByLength.count else { return false }
        for word in wordsByLength[length] {
            var decoder = PercentDecoder(range)
            var position = 0
            while let octet = decoder.next(in: text), octet.lowercasedASCII == word[position] {
                position += 1
            }
            if position == length { return true }
        }
        return false
    }
}
