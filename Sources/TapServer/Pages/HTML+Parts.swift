import HTMLKit

extension HTML {
    /// Returns a row of a table: a label and its value.
    static func row(_ label: HTML, _ value: HTML) -> HTML {
        "<tr><th scope=\"row\">\(label)</th><td>\(value)</td></tr>"
    }

    /// Returns an error message that screen readers announce immediately; empty without a text.
    static func complaint(_ text: String?) -> HTML {
        guard let text else { return .empty }
        return "<p class=\"complaint\" role=\"alert\">\(text)</p>"
    }
}
