/// Color and weight for a terminal; plain text everywhere else. Color never carries information alone.
struct Style: Sendable {
    /// Whether escape sequences are written.
    let isEnabled: Bool
    /// The number of characters per line of the terminal; nil without a terminal, or if it is unknown.
    var columns: Int?

    /// A style without escape sequences, with lines of any length.
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
    /// Returns an id for a list: shortened to its distinctive part on a terminal, elsewhere whole.
    ///
    /// The first seven characters of our ids encode the second; five more distinguish 33 million ids in one second.
    func short(_ id: String) -> String {
        guard columns != nil, let mark = id.firstIndex(of: "_"),
            ["gift", "rec", "donor", "pay"].contains(id[..<mark])
        else { return id }
        return String(id[...mark] + id[id.index(after: mark)...].prefix(12))
    }
}
