/// Suggestions for mistyped words.
public enum NearestWord {
    /// Returns the candidate that is most similar to the typed word. Returns nil if no candidate is similar
    /// enough.
    ///
    /// The number of edits (see ``edits(from:to:)``) must be lower than the number of typed letters. It must
    /// also be at most a third of that number, or at most 1 if the word has fewer than six letters. Case is
    /// ignored.
    public static func of(_ typed: String, among candidates: [String]) -> String? {
        let typed = typed.lowercased()
        let best = candidates.map { (name: $0, edits: edits(from: typed, to: $0.lowercased())) }
            .min { $0.edits < $1.edits }
        guard let best, best.edits <= max(1, typed.count / 3), best.edits < typed.count else { return nil }
        return best.name
    }

    /// Returns the number of edits that change one word into another. An edit inserts, deletes or replaces a
    /// letter, or transposes two adjacent letters. Only the first 64 letters of each word are compared.
    public static func edits(from first: String, to second: String) -> Int {
        let first = Array(first.prefix(64)), second = Array(second.prefix(64))
        var rows = [Array(0...second.count)]
        for (i, letter) in first.enumerated() {
            var row = [i + 1]
            for (j, other) in second.enumerated() {
                let replaced = rows[i][j] + (letter == other ? 0 : 1)
                var least = min(replaced, rows[i][j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, letter == second[j - 1], first[i - 1] == other {
                    least = min(least, rows[i - 1][j - 1] + 1)
                }
                row.append(least)
            }
            rows.append(row)
        }
        return rows[first.count][second.count]
    }
}
