import TextKit

/// A detector for possible card numbers: sequences of 13 to 19 digits with a valid check digit (ISO/IEC
/// 7812-1, annex B).
public enum CardNumber {
    /// Returns whether a string contains a card number.
    ///
    /// Spaces, hyphens and invisible characters between digits are ignored. Any other punctuation mark or
    /// symbol is ignored only if the digits are grouped as on cards and the same character separates all
    /// groups, as in `4242.4242.4242.4242`. Text that is an IPv6 address is never treated as a card number.
    public static func stands(in text: String) -> Bool {
        guard text.unicodeScalars.count(where: { digit($0) != nil }) >= 13 else { return false }
        let signs = text.unicodeScalars.compactMap(sign)
        return isTyped(in: signs) || !isNetworkAddress(text) && isPrinted(in: signs)
    }

    /// Returns whether a string contains a card number as printed on cards: without separators, or in groups.
    public static func stands(printedIn text: String) -> Bool {
        isPrinted(in: text.unicodeScalars.compactMap(sign))
    }

    /// Returns whether a string from a telephone number field contains a card number.
    ///
    /// A number that starts with `+` or `00` is an international telephone number, which has at most 15
    /// digits (ITU-T E.164 §6.2.1). Such a number is not treated as a card number, unless it has 15 digits
    /// and starts with 34 or 37. All card numbers with 15 digits start this way, but no international
    /// telephone number of that length does.
    public static func stands(inPhone text: String) -> Bool {
        let digits = text.unicodeScalars.compactMap(digit)
        let trimmed = text.drop { $0.isWhitespace }
        let number =
            trimmed.hasPrefix("+") ? digits[...] : digits.prefix(2) == [0, 0] ? digits.dropFirst(2) : []
        let isAmex = number.count == 15 && (number.starts(with: [3, 4]) || number.starts(with: [3, 7]))
        if !number.isEmpty, number.count <= 15, !isAmex { return false }
        return stands(in: text)
    }

    /// Returns whether a URL contains a card number in the form printed on cards: without separators, or in
    /// groups of digits. Other long numbers are ignored, because they may identify tags or pages.
    ///
    /// Invalid percent-encoding is left unchanged, so that it cannot hide a card number.
    public static func stands(inURL url: String) -> Bool {
        // Each digit of a decoded part comes from at least one of these bytes. Almost no URL has 13 of them, and
        // decoding takes much longer than counting.
        let isPossible = url.utf8.count { (0x30...0x39).contains($0) || $0 == 0x25 || $0 >= 0x80 } >= 13
        return isPossible
            && url.split { "?&#".contains($0) }.contains { part in
                stands(printedIn: FormURLEncoding.readable(Array(part.utf8)[...]))
            }
    }

    /// Returns whether an integer could be a card number. For integers such as amounts, this is more accurate
    /// than searching their text.
    public static func isOne(_ number: Int64) -> Bool {
        let digits = String(number).utf8.map { Int($0) - 0x30 }
        return number > 0 && (13...19).contains(digits.count) && isCard(digits[...])
    }

    /// Returns whether the characters contain a card number whose digits are adjacent, or separated only by
    /// spaces and hyphens.
    private static func isTyped(in signs: [Sign]) -> Bool {
        var digits: [Int] = []
        for sign in signs {
            switch sign {
            case .digit(let digit): digits.append(digit)
            case .gap: break
            case .mark, .other:
                if holdsCard(digits) { return true }
                digits.removeAll(keepingCapacity: true)
            }
        }
        return holdsCard(digits)
    }

    /// Returns whether the characters contain a card number that has no separators and no adjacent letter, or
    /// a card number in groups with the same separator between all groups.
    private static func isPrinted(in signs: [Sign]) -> Bool {
        // The most recent groups that are separated by the same character. A printed number would end with the last
        // one.
        var groups: [[Int]] = []
        var (between, end): (Unicode.Scalar?, Int) = (nil, 0)
        while let start = signs[end...].firstIndex(where: { $0.digit != nil }) {
            let before = start == end + 1 ? signs[end].between : nil
            groups = before == nil ? [] : Array(groups.suffix(before == between ? 4 : 1))
            between = before
            let group = signs[start...].prefix { $0.digit != nil }.compactMap(\.digit)
            groups.append(group)
            end = start + group.count
            let touchesLetter =
                start > 0 && signs[start - 1].isOther || end < signs.count && signs[end].isOther
            if !touchesLetter, isIssued(group) { return true }
            for layout in layouts where groups.suffix(layout.count).map(\.count) == layout {
                if isIssued(groups.suffix(layout.count).flatMap(\.self)) { return true }
            }
        }
        return false
    }

    /// The lengths of the digit groups on most cards, on American Express cards, on Diners Club cards, and on
    /// two kinds of 19-digit cards.
    private static let layouts = [[4, 4, 4, 4], [4, 6, 5], [4, 6, 4], [4, 4, 4, 4, 3], [6, 13]]

    /// Returns whether the digits form a valid card number with the prefix of a card network. Years,
    /// timestamps and the UIDs of most tags do not start with such prefixes.
    private static func isIssued(_ digits: [Int]) -> Bool {
        guard (13...19).contains(digits.count), isCard(digits[...]) else { return false }
        return (3...6).contains(digits[0]) || digits[0] == 2 && (2...7).contains(digits[1])
    }

    /// Returns whether the whole text is an IPv6 address. An address whose groups contain only digits could
    /// otherwise be mistaken for a card number.
    ///
    /// Source: RFC 4291 §2.2.
    private static func isNetworkAddress(_ text: String) -> Bool {
        let groups = text.split(separator: ":", omittingEmptySubsequences: false)
        return (groups.count == 8 || groups.count < 8 && text.contains("::"))
            && groups.allSatisfy { $0.count <= 4 && $0.allSatisfy(\.isHexDigit) }
    }

    private static func holdsCard(_ digits: [Int]) -> Bool {
        guard digits.count >= 13 else { return false }
        for length in 13...19 where digits.count >= length {
            for start in 0...(digits.count - length) where isCard(digits[start..<start + length]) {
                return true
            }
        }
        return false
    }

    private static func isCard(_ digits: ArraySlice<Int>) -> Bool {
        let sum = digits.reversed().enumerated().reduce(0) { sum, place in
            let (index, digit) = place
            let doubled = index % 2 == 1 ? digit * 2 : digit
            return sum + (doubled > 9 ? doubled - 9 : doubled)
        }
        return sum % 10 == 0
    }
}

/// The role of a character inside or next to a number.
private enum Sign {
    case digit(Int)
    /// A space, a line break or a hyphen of any kind.
    case gap(Unicode.Scalar)
    /// Any other punctuation mark or symbol.
    case mark(Unicode.Scalar)
    /// A letter, or any other character that separates numbers.
    case other

    var digit: Int? {
        if case .digit(let digit) = self { digit } else { nil }
    }

    /// The scalar if it can separate two groups of digits; otherwise nil.
    var between: Unicode.Scalar? {
        switch self {
        case .gap(let scalar), .mark(let scalar): scalar
        case .digit, .other: nil
        }
    }

    var isOther: Bool {
        if case .other = self { true } else { false }
    }
}

extension CardNumber {
    /// Returns the value of a decimal digit in any script, or nil for any other scalar.
    private static func digit(_ scalar: Unicode.Scalar) -> Int? {
        if scalar.isASCII {
            return ("0"..."9").contains(scalar) ? Int(scalar.value) - 0x30 : nil
        }
        let value = scalar.properties.numericValue.flatMap { Int(exactly: $0) }
        return value.flatMap { (0..<10).contains($0) ? $0 : nil }
    }

    /// Returns the role of a scalar in a possible card number, such as a digit or a gap. Returns nil if the
    /// scalar is invisible or a combining mark.
    private static func sign(_ scalar: Unicode.Scalar) -> Sign? {
        if let digit = digit(scalar) { return .digit(digit) }
        return switch scalar.properties.generalCategory {
        case .spaceSeparator, .dashPunctuation, .lineSeparator, .paragraphSeparator: .gap(scalar)
        case .control where scalar.properties.isWhitespace: .gap(scalar)
        case .nonspacingMark, .enclosingMark, .format: nil
        case .connectorPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
            .mark(scalar)
        default: scalar.properties.isDefaultIgnorableCodePoint ? nil : .other
        }
    }
}
