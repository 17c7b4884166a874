import Foundation

/// The words of a name in the form in which they are searched: without case, accents and punctuation.
enum NameWords {
    /// The maximum number of words of a name, and of letters of a word, that are indexed.
    private static let (mostWords, mostLetters) = (8, 32)

    /// Returns the distinct words of a name: `jose`, `o` and `brien` for `José O'Brien`.
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
