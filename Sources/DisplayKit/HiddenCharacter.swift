/// A character that text for display cannot contain, with its position.
public struct HiddenCharacter: Hashable, Sendable {
    /// The kind of a refused character. The raw value is a noun with its article.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A line break in single-line text, or a line break other than U+000A in any text.
        case lineBreak = "a line break"
        /// A tab in single-line text.
        case tab = "a tab"
        /// A control character (general category Cc).
        case control = "a control character"
        /// A character that changes the direction of text (UAX #9 §2).
        case bidirectional = "a bidirectional control"
        /// A character without a visible form.
        case invisible = "an invisible character"
        /// A joiner (U+200C, U+200D) that neither joins emoji nor changes the form of a letter.
        case joiner = "a misplaced joiner"
        /// A private-use character, whose appearance depends on the font.
        case privateUse = "a private-use character"
        /// A noncharacter, which Unicode reserves for internal use by programs.
        case noncharacter = "a noncharacter"
        /// A combining mark at the start of the text, or after four other combining marks.
        case mark = "a misplaced combining mark"

        /// A clause that states the next step.
        var remedy: String {
            switch self {
            case .lineBreak: "enter the text on one line"
            case .tab: "replace the tab with a space"
            case .mark: "remove this mark"
            default: "delete this character, or type the text again instead of pasting it"
            }
        }
    }

    /// The refused scalar.
    public let scalar: Unicode.Scalar
    /// The position in the trimmed and normalized text, in scalars, starting at 1.
    public let position: Int
    /// The reason why the character is refused.
    public let kind: Kind

    /// The code point with its name, such as `U+200B ZERO WIDTH SPACE`, or only the code point if it has no
    /// name.
    public var label: String {
        let properties = scalar.properties
        return [scalar.codePoint, properties.nameAlias ?? properties.name].compactMap(\.self).joined(
            separator: " ")
    }

    /// The maximum number of nonspacing marks in a row.
    ///
    /// Source: UTS #39 §5.4.
    static let mostMarks = 4

    /// Returns the first character that the text cannot contain, or nil.
    ///
    /// - Parameter scalars: Normalized text.
    static func first(in scalars: [Unicode.Scalar], allowsLineBreaks: Bool) -> HiddenCharacter? {
        var marks = 0
        var index = 0
        while index < scalars.count {
            let scalar = scalars[index]
            let found = { (kind: Kind) in HiddenCharacter(scalar: scalar, position: index + 1, kind: kind) }
            if allowsLineBreaks, scalar == "\n" || scalar == "\t" {
                marks = 0
            } else if let flag = Self.flag(at: index, in: scalars) {
                index = flag - 1
            } else if scalar.isJoiner {
                guard joins(at: index, in: scalars) else { return found(.joiner) }
            } else if scalar.isVariationSelector {
                guard selectsEmoji(at: index, in: scalars) else { return found(.invisible) }
            } else if scalar.isMongolianSelector {
                guard index > 0, scalars[index - 1].isMongolian else { return found(.invisible) }
            } else if let kind = scalar.hiddenKind {
                return found(kind)
            } else if scalar.isNonspacing {
                marks += 1
                if index == 0 || marks > mostMarks { return found(.mark) }
            } else {
                marks = 0
            }
            index += 1
        }
        return nil
    }

    /// Returns whether a joiner has an effect. It has an effect between the emoji of a sequence, and in a
    /// script whose letters join.
    ///
    /// U+200D can end a word, as in Malayalam and in Arabic abbreviations. U+200C must have a letter on both
    /// sides.
    private static func joins(at index: Int, in scalars: [Unicode.Scalar]) -> Bool {
        guard index > 0 else { return false }
        let (before, after) = (scalars[index - 1], index + 1 < scalars.count ? scalars[index + 1] : nil)
        let isLast = after?.isInJoiningScript != true
        if before.isInJoiningScript { return scalars[index] == "\u{200D}" || !isLast }
        return scalars[index] == "\u{200D}" && before.endsEmoji && after?.isEmojiPicture == true
    }

    /// Returns whether a variation selector chooses between the forms of an emoji. A digit, `#` or `*` is an
    /// emoji only in a keycap sequence.
    private static func selectsEmoji(at index: Int, in scalars: [Unicode.Scalar]) -> Bool {
        guard index > 0, scalars[index] == "\u{FE0E}" || scalars[index] == "\u{FE0F}" else { return false }
        let base = scalars[index - 1]
        guard base.properties.isEmoji else { return false }
        return !base.isASCII || index + 1 < scalars.count && scalars[index + 1] == "\u{20E3}"
    }

    /// Returns the index after the emoji flag of England, Scotland or Wales that starts at `index`, or nil if
    /// no such flag starts there. No other sequences with tag characters are in general use.
    ///
    /// Source: UTS #51 §2.8, emoji-sequences.txt.
    private static func flag(at index: Int, in scalars: [Unicode.Scalar]) -> Int? {
        guard scalars[index] == "\u{1F3F4}" else { return nil }
        for name in ["gbeng", "gbsct", "gbwls"] {
            let tags = name.unicodeScalars.map { $0.value + 0xE0000 } + [0xE007F]
            if scalars[(index + 1)...].prefix(tags.count).map(\.value) == tags {
                return index + 1 + tags.count
            }
        }
        return nil
    }
}

extension Unicode.Scalar {
    /// The code point in Unicode notation, such as `U+200B`.
    package var codePoint: String {
        let digits = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// Whether a single line of text for display cannot contain this scalar, regardless of its neighbors.
    public var isHidden: Bool {
        hiddenKind != nil && !isJoiner && !isVariationSelector && !isMongolianSelector && !isTag
    }

    /// The kind of this scalar if a single line of text cannot contain it; otherwise nil. Joiners, variation
    /// selectors and tags have a kind too, although some sequences need them.
    var hiddenKind: HiddenCharacter.Kind? {
        if (0x20...0x7E).contains(value) { return nil }
        switch value {
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: return .lineBreak
        case 0x09: return .tab
        // Fillers of Hangul and Braille, and a blank musical symbol: letters and symbols without a visible form.
        case 0x115F, 0x1160, 0x2800, 0x3164, 0xFFA0, 0x1D159: return .invisible
        default: break
        }
        let properties = self.properties
        if properties.isNoncharacterCodePoint { return .noncharacter }
        if properties.isBidiControl { return .bidirectional }
        switch properties.generalCategory {
        case .control: return .control
        case .privateUse: return .privateUse
        case .format, .lineSeparator, .paragraphSeparator, .surrogate: return .invisible
        default: return properties.isDefaultIgnorableCodePoint ? .invisible : nil
        }
    }

    fileprivate var isJoiner: Bool { self == "\u{200C}" || self == "\u{200D}" }

    fileprivate var isTag: Bool { (0xE0020...0xE007F).contains(value) }

    fileprivate var isVariationSelector: Bool {
        (0xFE00...0xFE0F).contains(value) || (0xE0100...0xE01EF).contains(value)
    }

    /// Whether this scalar is a Mongolian free variation selector or the Mongolian vowel separator (U+180B to
    /// U+180F). Mongolian text needs these characters after letters.
    fileprivate var isMongolianSelector: Bool { (0x180B...0x180F).contains(value) }

    fileprivate var isMongolian: Bool { (0x1820...0x18AA).contains(value) }

    fileprivate var isNonspacing: Bool {
        properties.generalCategory == .nonspacingMark || properties.generalCategory == .enclosingMark
    }

    fileprivate var isEmojiPicture: Bool { !isASCII && properties.isEmoji && !properties.isEmojiModifier }

    /// Whether an emoji can end with this scalar. If U+200D follows, it can join the emoji to another one.
    fileprivate var endsEmoji: Bool {
        isEmojiPicture || properties.isEmojiModifier || self == "\u{FE0F}" || self == "\u{20E3}"
    }

    /// Whether this is a letter or a mark of a script in which joiners change the form of letters: the
    /// Arabic, Syriac, Mandaic, N'Ko and Mongolian scripts, and those of South and Southeast Asia.
    ///
    /// Source: The Unicode Standard §23.2; RFC 5892 appendix A.
    fileprivate var isInJoiningScript: Bool {
        switch value {
        case 0x0620...0x08FF, 0x0900...0x0DFF, 0x1000...0x109F, 0x1780...0x17FF, 0x1820...0x18AA,
            0x1A20...0x1AAF, 0x1B00...0x1C4F, 0xA840...0xA877, 0xA880...0xA8DF, 0xA8E0...0xA9FF,
            0xAA00...0xAA7F, 0xABC0...0xABFF, 0xFB50...0xFDFF, 0xFE70...0xFEFC, 0x10D00...0x10D3F,
            0x11000...0x11FFF, 0x1E900...0x1E95F:
            let category = properties.generalCategory
            return properties.isAlphabetic || category == .nonspacingMark || category == .spacingMark
        default: return false
        }
    }
}
