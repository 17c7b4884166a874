import Giving

/// The sign of who is given to: the organization's logo, or its initials where it has none.
///
/// The picture comes from the organization's own server, which is told nothing of the page (`no-referrer`). Its place is
/// kept, so that nothing moves when it comes; where it does not, the style sheet writes the initials there.
enum Logo {
    /// What its element begins with, up to the picture's address.
    static let beginning: StaticString = "<img class=\"logo\" src=\""

    static func sign(of name: String, logo: String?) -> HTML {
        let initials = Initials.of(name)
        guard let logo else { return "<span class=\"initials\" aria-hidden=\"true\">\(initials)</span>" }
        return """
            <span class="initials" aria-hidden="true">\(HTML(stringLiteral: "\(beginning)"))\(logo)" alt="" \
            width="51" height="51" data-initials="\(initials)" referrerpolicy="no-referrer"></span>
            """
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
