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
