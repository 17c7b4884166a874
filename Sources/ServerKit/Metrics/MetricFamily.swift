/// What is measured under one name.
public struct MetricFamily: Hashable, Sendable {
    /// How its values are to be read.
    public enum Kind: String, Hashable, Sendable {
        /// A number that only grows while the program runs.
        case counter
        /// A number that goes up and down.
        case gauge
        /// How many values were at most so large.
        case histogram
    }

    /// One number.
    public struct Sample: Hashable, Sendable {
        /// What stands behind the family's name: `_bucket`, or nothing.
        public var suffix: String
        /// Names and values, in the order in which they are written.
        public var labels: [Label]
        /// The number.
        public var value: Double

        /// A number.
        public init(_ value: Double, labels: [Label] = [], suffix: String = "") {
            self.value = value
            self.labels = labels
            self.suffix = suffix
        }
    }

    /// What a number is about.
    public struct Label: Hashable, Sendable {
        /// `route`
        public var name: String
        /// Any text; of few, since each makes a series of its own.
        public var value: String

        /// A label.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// `tapctl_http_requests_total`
    public var name: String
    /// One sentence.
    public var help: String
    /// How its values are to be read.
    public var kind: Kind
    /// Its numbers.
    public var samples: [Sample]

    /// What is measured under one name.
    public init(_ name: String, _ kind: Kind, _ help: String, _ samples: [Sample]) {
        self.name = name
        self.kind = kind
        self.help = help
        self.samples = samples
    }
}
