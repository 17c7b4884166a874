/// Metrics as Prometheus reads them.
///
/// Source: Prometheus, "Exposition formats", text format 0.0.4.
public enum MetricsText {
    /// What the text is called.
    public static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    /// The text of families, each with its help and kind in front.
    public static func of(_ families: [MetricFamily]) -> String {
        var text = ""
        for family in families {
            text +=
                "# HELP \(family.name) \(escaped(family.help))\n# TYPE \(family.name) \(family.kind.rawValue)\n"
            for sample in family.samples {
                let labels = sample.labels.map { "\($0.name)=\"\(escaped($0.value, quotes: true))\"" }
                text += family.name + sample.suffix
                text += labels.isEmpty ? "" : "{\(labels.joined(separator: ","))}"
                text += " \(number(sample.value))\n"
            }
        }
        return text
    }

    /// A line break ends a line, and a quotation mark a label's value.
    private static func escaped(_ text: String, quotes: Bool = false) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\\\"
            case "\n": escaped += "\\n"
            case "\"" where quotes: escaped += "\\\""
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// A whole number without a point.
    static func number(_ value: Double) -> String {
        guard value.isFinite else { return value.isNaN ? "NaN" : value > 0 ? "+Inf" : "-Inf" }
        return Int64(exactly: value).map { String($0) } ?? String(value)
    }
}
