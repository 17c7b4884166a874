/// A metric with its name, type and samples.
public struct MetricFamily: Hashable, Sendable {
    /// The type of the metric.
    public enum Kind: String, Sendable {
        /// A number that only increases while the program runs.
        case counter
        /// A number that can increase and decrease.
        case gauge
        /// Counts of values in buckets, which have upper bounds.
        case histogram
    }

    /// A measured value with its labels.
    public struct Sample: Hashable, Sendable {
        /// The text that is appended to the metric's name, such as `_bucket`. It may be empty.
        public var suffix: String
        /// The labels, in the order of output.
        public var labels: [Label]
        public var value: Double

        public init(_ value: Double, labels: [Label] = [], suffix: String = "") {
            self.value = value
            self.labels = labels
            self.suffix = suffix
        }
    }

    /// A property of a sample, such as the route of a request.
    public struct Label: Hashable, Sendable {
        /// The name of the label, such as `route`.
        public var name: String
        /// The value of the label, which can be any text. Each value creates a time series, so a label must
        /// have only a few different values.
        public var value: String

        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The name of the metric, such as `tapctl_http_requests_total`.
    public var name: String
    /// A sentence that explains the metric.
    public var help: String
    public var kind: Kind
    /// The samples of the metric. Each sample has different labels.
    public var samples: [Sample]

    public init(_ name: String, _ kind: Kind, _ help: String, _ samples: [Sample]) {
        self.name = name
        self.kind = kind
        self.help = help
        self.samples = samples
    }
}
