/// Functions that write the lines of a CSV file, as described in RFC 4180 §2.
///
/// Text is written in quotation marks, and guarded so that a spreadsheet does not run it as a formula ([CSV
/// injection], OWASP ASVS 5.0 §1.2.10). Numbers and dates are not in quotation marks, so that spreadsheets
/// can calculate with them. A missing value is an empty field.
///
/// [CSV injection]: https://owasp.org/www-community/attacks/CSV_Injection
public enum CSVLine {
    /// A field of a line. The case determines how the field is written.
    public enum Field: Hashable, Sendable, ExpressibleByStringLiteral {
        /// Text from any source. It is quoted, and guarded against formulas.
        case text(String)
        /// A number that this program generated, such as `-20.00`.
        case number(String)
        /// A day, month or time that this program generated, in an ISO 8601 format such as
        /// `2026-01-04T09:00:00Z`.
        case date(String)
        /// An integer count.
        case count(Int)

        /// Creates a text field from a string literal.
        public init(stringLiteral value: String) { self = .text(value) }
    }

    /// Returns the line that contains these fields, ending with CR and LF.
    public static func text(_ fields: [Field]) -> String {
        fields.map { field in
            switch field {
            case .text(let text): quoted(text)
            // A number from this program is not a formula, even with a minus sign.
            case .number(let plain), .date(let plain): plain
            case .count(let count): String(count)
            }
        }.joined(separator: ",") + "\r\n"
    }

    /// Returns text in quotation marks, guarded so that a spreadsheet does not run it as a formula. The
    /// control characters U+202A to U+202E, which change the order of the displayed text, are replaced.
    /// Returns an empty string if the text is empty.
    public static func quoted(_ text: String) -> String {
        guard !text.isEmpty else { return "" }
        let guarded = FormulaGuard.guarded(text.withoutOverrides)
        guard guarded.utf8.contains(UInt8(ascii: "\"")) else { return "\"\(guarded)\"" }
        var quoted = "\""
        for scalar in guarded.unicodeScalars {
            quoted.unicodeScalars.append(scalar)
            if scalar == "\"" { quoted.unicodeScalars.append(scalar) }
        }
        return quoted + "\""
    }
}
