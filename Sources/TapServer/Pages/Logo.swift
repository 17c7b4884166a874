import Giving
import HTMLKit
import TextKit

/// The picture of an organization: its logo, or its initials if it has no logo.
///
/// The browser loads the logo from the organization's server without sending the page's address
/// (`no-referrer`). Space is reserved for the logo, so that the page does not move when the logo appears. If
/// the logo cannot be loaded, the style sheet shows the initials.
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

    /// Returns the scheme, host and port of an HTTPS URL. Returns nil for any other URL, and for a host with
    /// characters that would break the content security policy.
    private static func origin(of url: String) -> String? {
        let parts = url.utf8.split(
            separator: UInt8(ascii: "/"), maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count > 2, parts[0].elementsEqual("https:".utf8), parts[1].isEmpty,
            parts[2].allSatisfy(isOfHost)
        else { return nil }
        return "https://\(Substring(parts[2]))"
    }

    private static func isOfHost(_ byte: UInt8) -> Bool {
        switch byte {
        case "a"..."z", "A"..."Z", "0"..."9", ".", "-", ":": true
        default: false
        }
    }
}

/// The initials that are shown instead of a missing logo.
enum Initials {
    /// Returns at most two initials of a name, such as `WC` for `The Woodlands Church`. Articles, “of” and
    /// “and” are skipped, unless the name has no other words.
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
