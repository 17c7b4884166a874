import Foundation

/// The words of a name as they are looked for: without case, accents and whatever is no letter or digit.
enum NameWords {
    /// The most words of a name, and the most letters of a word, that are looked for.
    private static let (mostWords, mostLetters) = (8, 32)

    /// `José O'Brien` has `jose`, `o` and `brien`; each once.
    static func of(_ name: String) -> [String] {
        // Most names are ASCII, for which folding only changes the case.
        let folded =
            name.utf8.allSatisfy { $0 < 0x80 }
            ? name.lowercased()
            : name.folding(
                options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
        let words = folded.split { !$0.isLetter && !$0.isNumber }.map { String($0.prefix(mostLetters)) }
        var seen: Set<String> = []
        return Array(words.filter { seen.insert($0).inserted }.prefix(mostWords))
    }
}
