/// Writes the lines of a CSV file, as described in RFC 4180 §2.
public enum CSVLine {
    /// A field of a line.
    public enum Field: Hashable, Sendable, ExpressibleByStringLiteral {
        /// Text from any source, which is escaped against formula injection.
        case text(String)
        /// A number from this program, such as `-20.00`. It is not escaped, so that spreadsheets can calculate with it.
        case number(String)
        /// An integer count.
        case count(Int)

        /// Creates a text field.
        public init(stringLiteral value: String) { self = .text(value) }
    }

    /// Returns the line that contains these fields, ending with CR and LF.
    public static func text(_ fields: [Field]) -> String {
        fields.map { field in
            switch field {
            case .text(let text): Self.field(text)
            // A number from this program is not a formula, even with a minus sign.
            case .number(let number): number
            case .count(let count): String(count)
            }
        }.joined(separator: ",") + "\r\n"
    }

    /// Returns the line that contains these text fields, ending with CR and LF.
    public static func text(_ fields: [String]) -> String {
        fields.map(field).joined(separator: ",") + "\r\n"
    }

    /// Returns a field, in quotation marks if it contains a comma, a quotation mark or a line break.
    ///
    /// Spreadsheets run a text as a formula if it begins with `=`, `+`, `-`, `@`, a tab or a line break. An apostrophe
    /// before the text prevents this.
    ///
    /// Source: OWASP, "CSV Injection". East Asian versions also accept the full-width forms.
    public static func field(_ text: String) -> String {
        let isFormula = text.unicodeScalars.first.map(startsFormula) ?? false
        let guarded = isFormula ? "'" + text : text
        let needsQuotes = guarded.unicodeScalars.contains { ",\"\r\n".unicodeScalars.contains($0) }
        guard needsQuotes || isFormula else { return guarded }
        var quoted = ""
        for scalar in guarded.unicodeScalars {
            quoted.unicodeScalars.append(scalar)
            if scalar == "\"" { quoted.unicodeScalars.append(scalar) }
        }
        return "\"\(quoted)\""
    }

    /// Whether a spreadsheet runs a text as a formula if it begins with this scalar.
    static func startsFormula(_ scalar: Unicode.Scalar) -> Bool {
        "=+-@\t\r\n＝＋－＠".unicodeScalars.contains(scalar)
    }
}
