/// A line of a table as RFC 4180 §2 writes it.
public enum CSVLine {
    /// What stands between two commas.
    public enum Field: Hashable, Sendable, ExpressibleByStringLiteral {
        /// Text from anywhere.
        case text(String)
        /// A number of ours, as a spreadsheet can add it up: `-20.00`.
        case number(String)
        /// A count.
        case count(Int)

        /// Text of ours.
        public init(stringLiteral value: String) { self = .text(value) }
    }

    /// The fields between commas, with CR and LF at the end.
    public static func text(_ fields: [Field]) -> String {
        fields.map { field in
            switch field {
            case .text(let text): Self.field(text)
            // A minus before a number of ours is no formula.
            case .number(let number): number
            case .count(let count): String(count)
            }
        }.joined(separator: ",") + "\r\n"
    }

    /// The fields between commas, with CR and LF at the end.
    public static func text(_ fields: [String]) -> String {
        fields.map(field).joined(separator: ",") + "\r\n"
    }

    /// A field: in quotation marks where it holds a comma, a quotation mark or a line break.
    ///
    /// Spreadsheets take a text that begins with `=`, `+`, `-`, `@`, a tab or a line break for a formula, and run it; an
    /// apostrophe before it keeps it text.
    ///
    /// Source: OWASP, "CSV Injection"; the full-width forms are taken for formulas in East Asian versions.
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

    /// Whether a spreadsheet takes a text that begins with this for a formula.
    static func startsFormula(_ scalar: Unicode.Scalar) -> Bool {
        "=+-@\t\r\n＝＋－＠".unicodeScalars.contains(scalar)
    }
}
