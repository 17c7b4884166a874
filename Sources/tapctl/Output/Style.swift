/// The style of text: color and weight on a terminal, plain text everywhere else. Color never conveys
/// information that is not also in the text.
struct Style: Sendable {
    /// Whether escape sequences are written.
    let isEnabled: Bool
    /// The terminal's width in characters; nil if there is no terminal or its width is unknown.
    var columns: Int?

    /// The plain style, without escape sequences and without a maximum line length.
    static let plain = Style(isEnabled: false)

    func bold(_ text: String) -> String { wrapped(text, "1") }
    func dim(_ text: String) -> String { wrapped(text, "2") }
    func red(_ text: String) -> String { wrapped(text, "1;31") }
    func green(_ text: String) -> String { wrapped(text, "32") }
    func yellow(_ text: String) -> String { wrapped(text, "33") }
    func cyan(_ text: String) -> String { wrapped(text, "36") }

    private func wrapped(_ text: String, _ code: String) -> String {
        isEnabled ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}

extension Style {
    /// Returns an id for a list: the whole id or, on a terminal, only its distinctive part.
    ///
    /// The first seven characters of an id encode the second in which it was created. The next five
    /// characters distinguish 33 million ids per second.
    func short(_ id: String) -> String {
        guard columns != nil, let mark = id.firstIndex(of: "_"),
            ["gift", "rec", "donor", "pay"].contains(id[..<mark])
        else { return id }
        return String(id[...mark] + id[id.index(after: mark)...].prefix(12))
    }
}
