/// Functions that prevent a spreadsheet from running text as a formula. They insert an apostrophe at each
/// position at which a formula could start.
///
/// A cell is a formula if it begins with `=`, `+`, `-` or `@`. East Asian versions of spreadsheets also
/// accept the full-width forms of these characters. A spreadsheet that expects semicolons or tabs also splits
/// quoted fields at semicolons, tabs and line breaks. Each part is therefore guarded like a cell. White
/// space, invisible characters and quotation marks before a formula are skipped, because a spreadsheet may
/// remove them.
///
/// Source: OWASP, "CSV Injection", which also lists a tab and a line break at the beginning of a cell.
enum FormulaGuard {
    /// Returns the text with an apostrophe before each possible formula.
    static func guarded(_ text: String) -> String {
        guard !isHarmless(text) else { return text }
        var scalars = Array(text.unicodeScalars)
        for position in positions(in: scalars).reversed() { scalars.insert("'", at: position) }
        return String(String.UnicodeScalarView(scalars))
    }

    /// Returns the text without the apostrophes that ``guarded(_:)`` inserted.
    static func unguarded(_ text: ArraySlice<Unicode.Scalar>) -> [Unicode.Scalar] {
        var scalars = Array(text)
        guard scalars.contains("'") else { return scalars }
        for position in positions(in: scalars).reversed() where scalars[position] == "'" {
            scalars.remove(at: position)
        }
        return scalars
    }

    /// Returns the positions at which an apostrophe must be inserted, in order. In text that is already
    /// guarded, these are the positions of the inserted apostrophes.
    ///
    /// Inserting an apostrophe at each position shifts the positions but does not create additional ones.
    /// Removing an apostrophe from each position therefore restores the text.
    private static func positions(in scalars: [Unicode.Scalar]) -> [Int] {
        var positions: [Int] = []
        func end(from start: Int, where matches: (Unicode.Scalar) -> Bool) -> Int {
            scalars[start...].firstIndex { !matches($0) } ?? scalars.count
        }
        let first = scalars.first.map(isBreak) == true ? 0 : end(from: 0) { $0.properties.isWhitespace }
        let afterApostrophes = end(from: first) { $0 == "'" }
        if afterApostrophes < scalars.count, isBreak(scalars[afterApostrophes]) { positions.append(first) }
        var part = 0
        while part < scalars.count {
            let start = end(from: part) { $0.properties.isWhitespace && !isBreak($0) }
            let apostrophes = end(from: start) { $0 == "'" }
            let formula = end(from: apostrophes, where: isOverlooked)
            if formula < scalars.count, startsFormula(scalars[formula]) { positions.append(start) }
            part = end(from: formula) { $0 != ";" && !isBreak($0) } + 1
        }
        return positions
    }

    private static func startsFormula(_ scalar: Unicode.Scalar) -> Bool {
        "=+-@＝＋－＠".unicodeScalars.contains(scalar)
    }

    /// Returns whether a spreadsheet program that does not treat commas as separators starts a new cell at
    /// this scalar. Returns false for a semicolon, which the caller checks separately.
    private static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\t", "\n", "\u{B}", "\u{C}", "\r", "\u{85}", "\u{2028}", "\u{2029}": true
        default: false
        }
    }

    /// Returns whether a spreadsheet might remove this scalar. If so, a formula after the scalar would become
    /// the start of the cell.
    private static func isOverlooked(_ scalar: Unicode.Scalar) -> Bool {
        guard !isBreak(scalar) else { return false }
        let properties = scalar.properties
        return scalar == "\"" || properties.isWhitespace || properties.isDefaultIgnorableCodePoint
            || properties.generalCategory == .control || properties.generalCategory == .format
    }

    /// Returns whether the text clearly needs no apostrophe. This applies to empty text, and to printable
    /// ASCII without semicolons that begins with a letter or a digit.
    private static func isHarmless(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, first.isASCII, first.properties.isAlphanumeric else {
            return text.isEmpty
        }
        return text.utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != UInt8(ascii: ";") }
    }
}

extension Unicode.Scalar.Properties {
    fileprivate var isAlphanumeric: Bool { isAlphabetic || numericType != nil }
}
