import DisplayKit

/// The warning about characters that no installed font contains. A PDF file shows them as boxes.
enum MissingFonts {
    /// The maximum number of characters that the warning names.
    private static let most = 5

    /// Warns about characters that no font on this machine has. Does nothing if the set is empty.
    static func warn(of characters: Set<Unicode.Scalar>) {
        if let words = words(for: characters) { Terminal.warn(words) }
    }

    /// Returns the warning about characters that no font on this machine has. Returns nil if the set is
    /// empty.
    static func words(for characters: Set<Unicode.Scalar>) -> String? {
        guard !characters.isEmpty else { return nil }
        var named = characters.sorted().prefix(most).map { "\($0) (\($0.codePoint))" }
        let others = characters.count - named.count
        if others > 0 { named.append("\(others) other\(others == 1 ? "" : "s")") }
        let list =
            named.count == 1
            ? named[0] : named.dropLast().joined(separator: ", ") + " and " + (named.last ?? "")
        return "no font on this machine has \(list), so PDF files show boxes instead; install more fonts, "
            + "such as Debian's fonts-noto, and create the files again"
    }
}
