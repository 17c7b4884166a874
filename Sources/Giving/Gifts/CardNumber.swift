import TextKit

/// Numbers that could be a card's: 13 to 19 digits whose check digit is right (ISO/IEC 7812-1, annex B).
public enum CardNumber {
    /// Whether one stands anywhere in a text.
    ///
    /// Spaces, hyphens and what nobody sees between digits do not hide it, nor does any one mark between the groups in
    /// which cards have it printed: `4242.4242.4242.4242`. In a text that is an address of IPv6 none stands.
    public static func stands(in text: String) -> Bool {
        guard text.unicodeScalars.count(where: { digit($0) != nil }) >= 13 else { return false }
        let signs = text.unicodeScalars.compactMap(sign)
        return isTyped(in: signs) || !isNetworkAddress(text) && isPrinted(in: signs)
    }

    /// Whether one stands in a text as cards have it printed: in one piece, or in their groups.
    public static func stands(printedIn text: String) -> Bool {
        isPrinted(in: text.unicodeScalars.compactMap(sign))
    }

    /// Whether text that was typed as a telephone number contains a card number.
    ///
    /// A number that starts with `+` or `00` is international and has at most 15 digits (ITU-T E.164 §6.2.1). No
    /// country has numbers that long starting with 34 or 37, the prefixes of 15-digit cards.
    public static func stands(inPhone text: String) -> Bool {
        let digits = text.unicodeScalars.compactMap(digit)
        let trimmed = text.drop { $0.isWhitespace }
        let number =
            trimmed.hasPrefix("+") ? digits[...] : digits.prefix(2) == [0, 0] ? digits.dropFirst(2) : []
        let isAmex = number.count == 15 && (number.starts(with: [3, 4]) || number.starts(with: [3, 7]))
        if !number.isEmpty, number.count <= 15, !isAmex { return false }
        return stands(in: text)
    }

    /// Whether one stands in a URL as cards have it printed: other digits there are a tag's or a page's.
    ///
    /// An escape that is broken hides none: it stands for itself.
    public static func stands(inURL url: String) -> Bool {
        url.split { "?&#".contains($0) }.contains { part in
            stands(printedIn: FormURLEncoding.readable(Array(part.utf8)[...]))
        }
    }

    /// Whether a whole number could be one; an amount in which one stands is an amount.
    public static func isOne(_ number: Int64) -> Bool {
        let digits = String(number).utf8.map { Int($0) - 0x30 }
        return number > 0 && (13...19).contains(digits.count) && isCard(digits[...])
    }

    /// Whether one stands among digits between which there is nothing, or gaps alone.
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

    /// Whether one stands in one piece that touches no letter, or in groups with the same mark or gap between them all.
    private static func isPrinted(in signs: [Sign]) -> Bool {
        // Of the groups with the same sign between them the last ones: what is printed ends with one of them.
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

    /// The groups of most cards, of American Express, of Diners Club, and of two kinds with 19 digits.
    private static let layouts = [[4, 4, 4, 4], [4, 6, 5], [4, 6, 4], [4, 4, 4, 4, 3], [6, 13]]

    /// Whether digits begin as the cards of the networks do: years, time stamps and the UIDs of most tags do not.
    private static func isIssued(_ digits: [Int]) -> Bool {
        guard (13...19).contains(digits.count), isCard(digits[...]) else { return false }
        return (3...6).contains(digits[0]) || digits[0] == 2 && (2...7).contains(digits[1])
    }

    /// Whether a whole text is an address of IPv6, whose groups may be of digits alone.
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

/// What a character is to a number that may stand around it.
private enum Sign {
    case digit(Int)
    /// A space, an end of a line or a hyphen of any kind.
    case gap(Unicode.Scalar)
    /// Any other sign that is no letter.
    case mark(Unicode.Scalar)
    /// A letter, or what else parts a number from another.
    case other

    var digit: Int? {
        if case .digit(let digit) = self { digit } else { nil }
    }

    /// What may stand between two groups of digits.
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
    /// The digit of any script.
    private static func digit(_ scalar: Unicode.Scalar) -> Int? {
        if scalar.isASCII {
            return ("0"..."9").contains(scalar) ? Int(scalar.value) - 0x30 : nil
        }
        let value = scalar.properties.numericValue.flatMap { Int(exactly: $0) }
        return value.flatMap { (0..<10).contains($0) ? $0 : nil }
    }

    /// Nil for what is not shown, and for a mark on the character before.
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
