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
