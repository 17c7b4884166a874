/// The Prometheus text format for metrics.
///
/// Source: Prometheus, "Exposition formats", text format 0.0.4.
public enum MetricsText {
    /// The content type of the text.
    public static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    /// Returns metrics in the text format. The help and the type of each metric precede its samples.
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

    /// Returns the text with backslashes and line breaks escaped. If `quotes` is true, as for the values of
    /// labels, quotation marks are also escaped.
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

    /// Returns a number as text. A whole number has no decimal point.
    static func number(_ value: Double) -> String {
        guard value.isFinite else { return value.isNaN ? "NaN" : value > 0 ? "+Inf" : "-Inf" }
        return Int64(exactly: value).map { String($0) } ?? String(value)
    }
}

/// A histogram of durations. It contains the number of durations in each bucket, and the sum of all
/// durations.
public struct Histogram: Hashable, Sendable {
    /// The upper bounds of the buckets in seconds. Prometheus client libraries use the same bounds by
    /// default.
    public static let boundSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    /// The number of durations in each bucket. The last element is the number of durations above the last
    /// bound. Each duration is counted in only one bucket.
    private var counts = [Int](repeating: 0, count: boundSeconds.count + 1)
    private var sum = Duration.zero

    public init() {}

    /// Counts a duration in its bucket, and adds it to the sum.
    public mutating func count(_ time: Duration) {
        let seconds = time / .seconds(1)
        counts[Self.boundSeconds.firstIndex { seconds <= $0 } ?? Self.boundSeconds.count] += 1
        sum += time
    }

    /// Returns the histogram as samples. As the Prometheus format requires, the count of each bucket includes
    /// the counts of all smaller buckets.
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
