/// Text that people type into one line: a name, a title, an address.
public enum LineText {
    /// Why a text is not taken, in words that go behind its name; nil where it is.
    ///
    /// - Parameters:
    ///   - most: Of so many characters.
    ///   - mayBeBlank: Also a text without a single character that shows is taken.
    public static func problem(in text: String, most: Int, mayBeBlank: Bool = false) -> String? {
        if !mayBeBlank, text.allSatisfy(\.isWhitespace) { return "is empty" }
        if text.count > most { return "is too long" }
        let hasControl = text.unicodeScalars.contains { $0.properties.generalCategory == .control }
        return hasControl ? "has a line break or another control character" : nil
    }
}
