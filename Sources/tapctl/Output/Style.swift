/// Colour and weight for a terminal; plain text everywhere else. Nothing is said by colour alone.
struct Style: Sendable {
    /// Whether escape sequences are written.
    let isEnabled: Bool
    /// How many characters a line of the terminal has; nil where there is none, or none that says so.
    var columns: Int?

    /// Text without escape sequences, in lines of any length.
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
    /// An id as a list shows it: on a terminal what tells it apart, elsewhere the whole.
    ///
    /// Seven characters of an id of ours are its second; five more tell 33 million ids of one second apart.
    func short(_ id: String) -> String {
        guard columns != nil, let mark = id.firstIndex(of: "_"),
            ["gift", "rec", "donor", "pay"].contains(id[..<mark])
        else { return id }
        return String(id[...mark] + id[id.index(after: mark)...].prefix(12))
    }
}
