import HTMLKit

/// The style sheet that gives a page an organization's color.
///
/// It is small, so that its hash for the content security policy can be computed for each page. It contains
/// no input from the organization except the hexadecimal digits of a valid color.
enum OrganizationColor {
    /// Returns the style sheet for a color such as `#1a5fb4`. Returns nil if the text is not a color.
    ///
    /// White text on the color, and the color on a dark page, have a contrast of at least 4.5:1. If
    /// necessary, the color is darkened or lightened.
    static func sheet(_ text: String) -> StyleSheet? {
        guard let color = WebColor(hex: text) else { return nil }
        let (light, dark) = (color.readableUnderWhite.hex, color.readable(onDark: darkField).hex)
        return StyleSheet(
            """
            :root{--accent:\(light);--on:#fff}main a{color:var(--accent)}\
            @media (prefers-color-scheme:dark){:root{--accent:\(dark);--on:\(darkField.hex)}}
            """)
    }

    /// The background color of form fields in dark mode (`--field` of ``PageStyle``). It is lighter than the
    /// background of the page.
    private static let darkField = WebColor(red: 0x1F, green: 0x24, blue: 0x2A)
}

extension HTML {
    /// Returns the fragment with a style sheet that gives the page a color, such as `#1a5fb4`. If `color` is
    /// nil or invalid, the page keeps the standard color.
    func inColor(_ color: String?) -> HTML { withStyle(color.flatMap(OrganizationColor.sheet)) }
}
