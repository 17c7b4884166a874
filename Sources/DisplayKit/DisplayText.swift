public import FailureKit
import Foundation

/// Text that people entered, checked so that it is safe to display: a reader sees exactly the stored text.
///
/// The text is in Unicode Normalization Form C, without surrounding white space, and not empty. Any script is
/// allowed. The text contains no bidirectional controls, private-use characters or noncharacters. Invisible
/// characters are allowed only where they affect visible characters, such as a joiner between two emoji. The
/// only control characters are the line breaks and tabs of multi-line text. At most four combining marks are
/// allowed in a row. `docs/text.md` lists the rules with their sources.
///
/// This type is only for new input. Text that an earlier version of the program stored is read unchanged, and
/// displayed with ``shown(_:)``.
public struct DisplayText: Hashable, Sendable {
    /// The checked text.
    public let text: String

    /// The maximum length of the name of a person, an organization or a fund, in Unicode scalars.
    public static let longestName = 100

    /// Normalizes and checks a single line of text.
    ///
    /// - Parameters:
    ///   - typed: The text as it was entered.
    ///   - limit: The maximum number of characters. Unicode scalars are counted.
    /// - Throws: ``DisplayTextError`` for the first rule that the text violates.
    public init(_ typed: String, atMost limit: Int) throws(DisplayTextError) {
        let text = Self.isPlain(typed) ? typed : Self.normalized(typed)
        try self.init(normalized: text, atMost: limit, allowsLineBreaks: false)
    }

    /// Normalizes and checks text that may have several lines. Tabs are also allowed. Line breaks become
    /// U+000A.
    ///
    /// - Parameters:
    ///   - typed: The text as it was entered.
    ///   - limit: The maximum number of Unicode scalars.
    /// - Throws: ``DisplayTextError`` for the first rule that the text violates.
    public init(lines typed: String, atMost limit: Int) throws(DisplayTextError) {
        let typed = typed.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        try self.init(normalized: Self.normalized(typed), atMost: limit, allowsLineBreaks: true)
    }

    private init(
        normalized text: String, atMost limit: Int, allowsLineBreaks: Bool
    ) throws(DisplayTextError) {
        if Self.isPlain(text), text.utf8.count <= limit {
            self.text = text
            return
        }
        let scalars = Array(text.unicodeScalars)
        guard !scalars.isEmpty else { throw DisplayTextError(.empty) }
        guard scalars.count <= limit else { throw DisplayTextError(.tooLong(scalars.count, limit: limit)) }
        if let found = HiddenCharacter.first(in: scalars, allowsLineBreaks: allowsLineBreaks) {
            throw DisplayTextError(.character(found))
        }
        self.text = text
    }

    /// Returns the reason why a single-line string is refused, or nil if the string is accepted.
    ///
    /// - Parameters:
    ///   - typed: The text as it was entered.
    ///   - limit: The maximum number of characters. Unicode scalars are counted.
    public static func flaw(in typed: String, atMost limit: Int) -> DisplayTextError? {
        do throws(DisplayTextError) {
            _ = try DisplayText(typed, atMost: limit)
            return nil
        } catch {
            return error
        }
    }

    /// Returns whether the text is printable ASCII without surrounding white space. Such text always consists
    /// of allowed characters, so only its length remains to be checked.
    public static func isPlain(_ text: String) -> Bool {
        guard let first = text.utf8.first, let last = text.utf8.last else { return false }
        return first != 0x20 && last != 0x20 && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }

    /// Returns stored text for display. Characters that ``DisplayText`` never allows are replaced by U+FFFD.
    /// Tabs, line feeds and carriage returns are preserved.
    public static func shown(_ stored: String) -> String {
        let isHidden = { (scalar: Unicode.Scalar) in
            scalar.isHidden && scalar != "\n" && scalar != "\r" && scalar != "\t"
        }
        guard stored.unicodeScalars.contains(where: isHidden) else { return stored }
        return String(String.UnicodeScalarView(stored.unicodeScalars.map { isHidden($0) ? "\u{FFFD}" : $0 }))
    }

    /// Returns stored text like ``shown(_:)``, enclosed in U+2068 and U+2069, so that right-to-left text does
    /// not reorder its surroundings.
    public static func isolated(_ stored: String) -> String { "\u{2068}\(shown(stored))\u{2069}" }

    /// Returns the text in Unicode Normalization Form C, without surrounding white space. Trims Unicode
    /// scalars instead of characters, because a space and a combining mark after it form a single character.
    private static func normalized(_ typed: String) -> String {
        let scalars = typed.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last]).precomposedStringWithCanonicalMapping
    }
}

/// The reason why text cannot be displayed. The error contains no part of the text except the refused
/// character.
public struct DisplayTextError: Failure, Hashable, Sendable {
    /// A rule for displayed text. Each case describes how text violates the rule.
    public enum Rule: Hashable, Sendable {
        /// The text is empty, or contains only white space.
        case empty
        /// The text has more characters than the limit.
        case tooLong(Int, limit: Int)
        /// The text contains a character that is not allowed, such as an invisible character or a
        /// bidirectional control.
        case character(HiddenCharacter)
    }

    /// The violated rule.
    public let rule: Rule

    init(_ rule: Rule) { self.rule = rule }

    /// The stable code that programs compare.
    public var failureCode: String {
        switch rule {
        case .empty: "emptyText"
        case .tooLong: "longText"
        case .character: "hiddenCharacter"
        }
    }

    /// The error's category: malformed input.
    public var category: FailureCategory { .malformed }

    /// A clause that follows the name of the field, such as "has an invisible character at character 2:
    /// U+200B ZERO WIDTH SPACE".
    public var summary: String {
        switch rule {
        case .empty: "is empty"
        case .tooLong(let count, let limit): "has \(count) characters; the maximum is \(limit)"
        case .character(let found):
            "has \(found.kind.rawValue) at character \(found.position): \(found.label)"
        }
    }

    /// An empty string, because the summary contains the reason.
    public var reason: String { "" }

    /// A clause that states the next step.
    public var remedy: String {
        switch rule {
        case .empty: "enter at least one visible character"
        case .tooLong(_, let limit): "enter at most \(limit) characters"
        case .character(let found): found.kind.remedy
        }
    }
}
