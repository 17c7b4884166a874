import Giving
import HTMLKit

/// The sign of who is given to: the organization's logo, or its initials where it has none.
///
/// The picture comes from the organization's own server, which is told nothing of the page (`no-referrer`). Its place is
/// kept, so that nothing moves when it comes; where it does not, the style sheet writes the initials there.
enum Logo {
    static func sign(of name: String, logo: String?) -> HTML {
        let initials = Initials.of(name)
        guard let logo else { return "<span class=\"initials\" aria-hidden=\"true\">\(initials)</span>" }
        let sign: HTML = """
            <span class="initials" aria-hidden="true"><img class="logo" src="\(logo)" alt="" \
            width="51" height="51" data-initials="\(initials)" referrerpolicy="no-referrer"></span>
            """
        return sign.withImage(from: origin(of: logo))
    }

    /// The scheme, host and port of an HTTPS URL; nil if the host has characters that would end a policy's source.
    private static func origin(of url: String) -> String? {
        let parts = url.utf8.split(
            separator: UInt8(ascii: "/"), maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count > 2, parts[0].elementsEqual("https:".utf8), parts[1].isEmpty,
            parts[2].allSatisfy({ isOfHost($0) })
        else { return nil }
        return "https://\(Substring(parts[2]))"
    }

    private static func isOfHost(_ octet: UInt8) -> Bool {
        switch octet {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: ":"):
            true
        default: false
        }
    }
}

/// What stands for a logo: the first letters of the first two words that say something.
enum Initials {
    /// `WC` of `The Woodlands Church`: articles are passed over where other words follow.
    static func of(_ name: String) -> String {
        let words = name.split(whereSeparator: \.isWhitespace)
        let telling = words.filter { !articles.contains($0.lowercased()) }
        let letters = (telling.isEmpty ? words : telling).compactMap { word in
            word.first { $0.isLetter || $0.isNumber }
        }
        return letters.prefix(2).map { $0.uppercased() }.joined()
    }

    private static let articles: Set = ["the", "a", "an", "of", "and", "die", "der", "das", "la", "le", "el"]
}
