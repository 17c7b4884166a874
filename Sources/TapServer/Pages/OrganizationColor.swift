import HTMLKit

/// The style sheet that gives a page an organization's color.
///
/// It is small, so that it can be hashed for each page, and the content security policy stays strict. Only the digits
/// of a checked color become part of it.
enum OrganizationColor {
    /// Returns the style sheet for a color such as `#1a5fb4`. Returns nil if the text is not a color.
    ///
    /// White text on the color, and the color on a dark page, have a contrast of at least 4.5:1. If necessary, the
    /// color is darkened or lightened.
    static func sheet(_ text: String) -> StyleSheet? {
        guard let color = WebColor(hex: text) else { return nil }
        let (light, dark) = (color.readableUnderWhite.hex, color.readable(onDark: darkField).hex)
        return StyleSheet(
            """
            :root{--accent:\(light);--on:#fff}main a{color:var(--accent)}\
            @media (prefers-color-scheme:dark){:root{--accent:\(dark);--on:\(darkField.hex)}}
            """)
    }

    /// The color of fields in dark mode (`--field` of ``PageStyle``). It is lighter than the paper.
    private static let darkField = WebColor(red: 0x1F, green: 0x24, blue: 0x2A)
}

extension HTML {
    /// Returns the fragment with a style sheet that gives its page the organization's color, such as `#1a5fb4`. If
    /// the organization has none, the page keeps the standard color.
    func inColor(_ color: String?) -> HTML { withStyle(color.flatMap { OrganizationColor.sheet($0) }) }
}
