/// Colour and weight for a terminal; plain text everywhere else. Nothing is said by colour alone.
struct Style: Sendable {
    /// Whether escape sequences are written.
    let isEnabled: Bool

    /// Text without escape sequences.
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
