/// A typed amount, divided into the number, the text before it and the text after it.
struct TypedAmount {
    /// The text before the number, such as a currency sign or code; may be empty.
    let before: String
    let number: TypedNumber
    /// The text after the number; may be empty.
    let after: String

    /// Divides a typed string into its parts. Returns nil if the string does not contain exactly one number,
    /// or if a decimal separator before the number could belong to the text before it, as in `Rs .50`.
    init?(_ text: String) {
        let scalars = text.unicodeScalars.compactMap(Self.plain)
        guard let first = scalars.firstIndex(where: \.isDigit),
            let last = scalars.lastIndex(where: \.isDigit)
        else { return nil }
        var (before, number, after) = (scalars[..<first], scalars[first...last], scalars[(last + 1)...])
        if let mark = before.last, TypedNumber.decimalMarks.contains(mark) {
            // ".50" is half a unit. The dot in "Rs.50" belongs to the sign. The dot in "Rs .50" could be either.
            let previous = before.dropLast().last
            let hasLetters = before.contains(where: \.properties.isAlphabetic)
            guard previous != " " || !hasLetters else { return nil }
            if previous?.properties.isAlphabetic != true {
                (before, number) = (before.dropLast(), scalars[(first - 1)...last])
            }
        }
        var isWhole = false
        if let dash = Self.dashEnding(after) {
            (after, isWhole) = (after.dropFirst(dash), true)
        }
        guard let number = TypedNumber(number, isWhole: isWhole) else { return nil }
        self.number = number
        (self.before, self.after) = (Self.trimmed(before), Self.trimmed(after))
    }

    /// Returns the length, in scalars, of an ending such as `.-`, `,--` or `:-` at the start of a string, or
    /// nil if the string starts differently. An ending is a `.`, `,` or `:`, followed by one or two hyphens.
    /// In Switzerland, Germany and Sweden, these endings mark a whole amount.
    private static func dashEnding(_ text: ArraySlice<Unicode.Scalar>) -> Int? {
        guard let mark = text.first, [".", ",", ":"].contains(mark) else { return nil }
        let dashes = text.dropFirst().prefix { $0 == "-" }.count
        return (1...2).contains(dashes) ? dashes + 1 : nil
    }

    private static func trimmed(_ text: ArraySlice<Unicode.Scalar>) -> String {
        var text = text
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(String.UnicodeScalarView(text))
    }

    /// Returns the ASCII equivalent of a scalar in an amount. If none exists, returns the scalar itself.
    /// Returns nil for bidirectional marks, which occur in amounts that were copied from Arabic text.
    private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0x200E, 0x200F, 0x061C, 0x2066...0x2069: return nil
        // Apostrophes: typographic ones, the prime, the modifier letter and the full-width apostrophe.
        case 0x2018, 0x2019, 0x02BC, 0x2032, 0xFF07: return "'"
        // Hyphens, dashes and the minus sign.
        case 0x2010...0x2015, 0x2212, 0xFF0D: return "-"
        // Dots and commas of East Asian keyboards, and the Arabic comma.
        case 0xFF0E, 0x3002: return "."
        case 0xFF0C, 0x3001, 0x060C: return ","
        case 0xFF1A: return ":"
        default: break
        }
        if scalar.properties.isWhitespace { return " " }
        if scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue {
            return Unicode.Scalar(UInt8(ascii: "0") + UInt8(value))
        }
        return scalar
    }
}

/// The digits and separators of a typed number.
struct TypedNumber {
    /// An interpretation of a number.
    struct Reading: Hashable {
        /// The digits before the decimal separator. There is at least one.
        var whole: String
        /// The digits after the decimal separator. There may be none.
        var fraction: String

        /// Returns the reading without trailing zeros beyond the given number of decimal places.
        func withoutZeros(after digits: Int) -> Reading {
            var reading = self
            while reading.fraction.count > digits, reading.fraction.last == "0" {
                reading.fraction.removeLast()
            }
            return reading
        }
    }

    /// The decimal separators: `.`, `,` and the Arabic decimal separator.
    static let decimalMarks: [Unicode.Scalar] = [".", ",", "\u{066B}"]
    /// The group separators, including the Arabic thousands separator.
    private static let groupMarks: [Unicode.Scalar] = [".", ",", "'", " ", "\u{066C}"]

    private let text: ArraySlice<Unicode.Scalar>
    /// Whether an ending for whole amounts, such as `.-`, follows the number. If true, the number has no
    /// decimal digits.
    private let isWhole: Bool

    /// Parses a number. Returns nil if the text contains a character that is neither a digit nor a separator.
    init?(_ text: ArraySlice<Unicode.Scalar>, isWhole: Bool) {
        guard text.allSatisfy({ $0.isDigit || Self.marks.contains($0) }) else { return nil }
        (self.text, self.isWhole) = (text, isWhole)
    }

    private static let marks = Set(decimalMarks + groupMarks)

    /// The possible interpretations of the number. Each interpretation uses separators in a way that is
    /// customary in at least one country.
    var readings: Set<Reading> {
        var readings: Set<Reading> = []
        let decimalMarks: [Unicode.Scalar?] = [nil] + (isWhole ? [] : Self.decimalMarks)
        let groupMarks: [Unicode.Scalar?] = [nil] + Self.groupMarks
        for decimalMark in decimalMarks {
            for groupMark in groupMarks where groupMark == nil || groupMark != decimalMark {
                if let reading = reading(decimalMark, groupMark) { readings.insert(reading) }
            }
        }
        return readings
    }

    /// Interprets the text as a number with the given separators. Returns nil if a separator does not occur
    /// in the text, or if the text is not a valid number with these separators.
    private func reading(_ decimalMark: Unicode.Scalar?, _ groupMark: Unicode.Scalar?) -> Reading? {
        var (whole, fraction) = (text, ArraySlice<Unicode.Scalar>())
        if let decimalMark {
            guard let place = text.lastIndex(of: decimalMark) else { return nil }
            (whole, fraction) = (text[..<place], text[(place + 1)...])
            guard !fraction.isEmpty, fraction.allSatisfy(\.isDigit) else { return nil }
        }
        guard let groupMark else {
            guard whole.allSatisfy(\.isDigit) else { return nil }
            guard !whole.isEmpty || !fraction.isEmpty else { return nil }
            return Reading(whole: whole.isEmpty ? "0" : Self.string(whole), fraction: Self.string(fraction))
        }
        let groups = whole.split(separator: groupMark, omittingEmptySubsequences: false)
        guard groups.count > 1, groups.allSatisfy({ $0.allSatisfy(\.isDigit) }),
            Self.areGroups(groups.map(\.count)), groups.first?.first != "0"
        else { return nil }
        return Reading(whole: groups.map(Self.string).joined(), fraction: Self.string(fraction))
    }

    /// Returns whether the digit groups of a number have valid sizes: three digits in each group or, as in
    /// India, three digits in the last group and two in the other groups. The first group can be shorter.
    private static func areGroups(_ sizes: [Int]) -> Bool {
        let middle = sizes.dropFirst().dropLast()
        guard sizes.last == 3, let first = sizes.first else { return false }
        return (1...3).contains(first) && middle.allSatisfy { $0 == 3 }
            || (1...2).contains(first) && middle.allSatisfy { $0 == 2 }
    }

    private static func string(_ digits: ArraySlice<Unicode.Scalar>) -> String {
        String(String.UnicodeScalarView(digits))
    }
}

extension Unicode.Scalar {
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}
