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

/// How long something took: how many times at most so long, and how long in all.
public struct Histogram: Hashable, Sendable {
    /// Upper bounds of the buckets in seconds, as Prometheus' own clients have them.
    public static let boundSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    /// How many times up to each bound, and past the last; a time is counted once.
    private var counts = [Int](repeating: 0, count: boundSeconds.count + 1)
    private var sum = Duration.zero

    /// Nothing yet.
    public init() {}

    /// Counts a time.
    public mutating func count(_ time: Duration) {
        let seconds = time / .seconds(1)
        counts[Self.boundSeconds.firstIndex { seconds <= $0 } ?? Self.boundSeconds.count] += 1
        sum += time
    }

    /// Its numbers: each bucket with all smaller ones, as the format wants it.
    public func samples(labels: [MetricFamily.Label]) -> [MetricFamily.Sample] {
        var total = 0
        var samples = zip(Self.boundSeconds.map { MetricsText.number($0) } + ["+Inf"], counts).map {
            bound, count in
            total += count
            return MetricFamily.Sample(
                Double(total), labels: labels + [MetricFamily.Label("le", bound)], suffix: "_bucket")
        }
        samples.append(MetricFamily.Sample(sum / .seconds(1), labels: labels, suffix: "_sum"))
        samples.append(MetricFamily.Sample(Double(total), labels: labels, suffix: "_count"))
        return samples
    }
}
