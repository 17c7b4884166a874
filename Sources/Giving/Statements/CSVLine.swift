/// A line of a table as RFC 4180 §2 writes it.
enum CSVLine {
    /// The fields between commas, with CR and LF at the end.
    static func text(_ fields: [String]) -> String { fields.map(field).joined(separator: ",") + "\r\n" }

    /// A field: in quotation marks where it holds a comma, a quotation mark or a line break.
    ///
    /// Spreadsheets take a text that begins with `=`, `+`, `-`, `@`, a tab or a line break for a formula, and run it; an
    /// apostrophe before it keeps it text. Amounts on statements are never negative.
    ///
    /// Source: OWASP, "CSV Injection"; the full-width forms are taken for formulas in East Asian versions.
    static func field(_ text: String) -> String {
        let first = text.unicodeScalars.first
        let isFormula = first.map { "=+-@\t\r\n＝＋－＠".unicodeScalars.contains($0) } ?? false
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
}
