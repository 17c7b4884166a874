/// The names of the files that `statement make --all` writes.
enum StatementFileName {
    /// Returns a file name without an extension for each donor, such as `statement-2026-A-Donor`. The donor's
    /// id is added if the name has no letters or digits, or if another donor's file would have the same name.
    /// The comparison of names ignores case.
    static func names(of donors: [(id: String, name: String)], year: Int) -> [String] {
        let words = donors.map { word(of: $0.name) }
        // Some file systems ignore case.
        let counts = Dictionary(grouping: words) { $0.lowercased() }.mapValues(\.count)
        return zip(words, donors).map { word, donor in
            let isUnique = !word.isEmpty && counts[word.lowercased()] == 1
            let parts = ["statement", "\(year)", word, isUnique ? "" : donor.id]
            return parts.filter { !$0.isEmpty }.joined(separator: "-")
        }
    }

    /// The maximum length, in bytes, of the part of a file name that comes from the donor's name.
    private static let mostBytes = 100

    /// Returns the letters and digits of a name, with a hyphen in place of any other characters between them.
    /// The result has at most ``mostBytes`` bytes.
    private static func word(of name: String) -> String {
        let parts = name.split { !$0.isLetter && !$0.isNumber }
        var word = ""
        for character in parts.joined(separator: "-") {
            guard word.utf8.count + character.utf8.count <= mostBytes else { break }
            word.append(character)
        }
        return word
    }
}
