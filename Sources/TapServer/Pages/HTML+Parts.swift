import HTMLKit

extension HTML {
    /// A row of a table: a label and its value.
    static func row(_ label: HTML, _ value: HTML) -> HTML {
        "<tr><th scope=\"row\">\(label)</th><td>\(value)</td></tr>"
    }

    /// A complaint, which screen readers announce at once; empty without a text.
    static func complaint(_ text: String?) -> HTML {
        guard let text else { return .empty }
        return "<p class=\"complaint\" role=\"alert\">\(text)</p>"
    }
}
