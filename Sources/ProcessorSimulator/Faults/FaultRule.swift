import SimulationKit

/// A fault that affects API requests or webhooks, and the conditions under which it occurs.
///
/// Rules are stored in the processor's database, so they can be changed while servers are running. The faults
/// in a ``ProcessorFaultPlan``, which affect ``PaymentProcessor`` calls, have other names: `cut-before`
/// corresponds to `request_lost`, `cut-after` to `answer_lost`, and `500` to `server_error`. The kinds
/// `drop`, `double` and `shuffle` correspond to the plan's event faults.
public struct FaultRule: Hashable, Sendable, Codable {
    public enum Kind: String, Sendable, Codable, CaseIterable {
        /// The response is delayed.
        case latency
        /// The response has status 429 and the code `rate_limit`. The request is not executed.
        case tooManyRequests = "429"
        /// The response has status 500 and the type `api_error`. The request is not executed.
        case serverError = "500"
        /// The connection is closed before the request is executed.
        case cutBefore = "cut-before"
        /// The request is executed, but the connection is closed before the response is sent.
        case cutAfter = "cut-after"
        /// The webhook is never sent.
        case drop
        /// The webhook is sent twice.
        case double
        /// Pending webhooks are sent in a different order.
        case shuffle
        /// The webhook is delayed.
        case delay
        /// The webhook is signed with a wrong secret.
        case wrongSignature = "wrong-signature"

        /// Creates a kind from its raw value, or from the raw value of the equivalent ``ProcessorFaultPlan``
        /// fault. Returns nil for any other name.
        public init?(name: String) {
            let typed: [String: Kind] = [
                "request_lost": .cutBefore, "answer_lost": .cutAfter, "server_error": .serverError,
                "lost": .drop, "twice": .double, "shuffled": .shuffle,
            ]
            guard let kind = Kind(rawValue: name) ?? typed[name] else { return nil }
            self = kind
        }

        /// Whether the fault affects webhooks rather than requests.
        public var isOfWebhooks: Bool {
            switch self {
            case .drop, .double, .shuffle, .delay, .wrongSignature: true
            case .latency, .tooManyRequests, .serverError, .cutBefore, .cutAfter: false
            }
        }

        /// The durations that the fault can have, in milliseconds; nil if it has no duration.
        public var milliseconds: ClosedRange<Int64>? {
            switch self {
            case .latency: 1...86_400_000
            case .delay: 1...FaultRule.longestDelayMilliseconds
            case .tooManyRequests, .serverError, .cutBefore, .cutAfter, .drop, .double, .shuffle,
                .wrongSignature:
                nil
            }
        }

        /// Whether the fault needs a duration.
        public var takesTime: Bool { milliseconds != nil }
    }

    /// The maximum delay of a webhook, in milliseconds. If several rules delay the same webhook, this limit
    /// applies to the total delay.
    public static let longestDelayMilliseconds: Int64 = 10_000

    /// The rule's number in the database, or 0 if the rule is not saved.
    public var number: Int64 = 0
    /// The number of requests or webhooks that have matched the rule so far.
    public var seen: Int64 = 0
    /// The pattern that matches the affected requests, such as `*`, `POST /v1/payment_intents` or
    /// `/v1/refunds*`. For webhook faults, the pattern matches event types, such as `invoice.*`.
    public var pattern: String
    public var kind: Kind
    /// The duration of a latency or delay fault, in milliseconds. Zero for other kinds of faults.
    public var milliseconds: Int64
    /// The average number of faults per 10,000 matching requests or webhooks.
    public var rate: Int
    /// The number of matches after which the fault no longer occurs. Nil for no limit.
    public var first: Int64?
    /// The seed that determines which matches the fault affects.
    public var seed: UInt64

    /// Creates a rule. By default, the fault affects every match.
    public init(
        _ kind: Kind, on pattern: String = "*", milliseconds: Int64 = 0, rate: Int = 10_000,
        first: Int64? = nil, seed: UInt64 = 0
    ) {
        self.kind = kind
        self.pattern = pattern
        self.milliseconds = milliseconds
        self.rate = rate
        self.first = first
        self.seed = seed
    }

    private enum CodingKeys: CodingKey {
        case pattern, kind, milliseconds, rate, first, seed
    }

    /// Returns the ``rate`` for a share of the matches, such as 1,000 for `0.1`. Returns nil unless the share
    /// is a decimal number from 0.0001 to 1 with at most four decimal places.
    public static func rate(ofShare text: String) -> Int? {
        let share = text.hasPrefix(".") ? "0\(text)" : text
        guard let rate = Decimals.units(share, places: 4), (1...10_000).contains(rate) else { return nil }
        return Int(rate)
    }
}

extension FaultRule {
    /// Returns whether a request matches the pattern. Ignores the rate and the other limits.
    func matches(method: String, path: String) -> Bool {
        guard !kind.isOfWebhooks else { return false }
        let words = pattern.split(separator: " ", maxSplits: 1)
        return words.count == 2
            ? Self.glob(words[0], method[...]) && Self.glob(words[1], path[...])
            : Self.glob(pattern[...], path[...])
    }

    /// Returns whether a webhook of this type matches the pattern. Ignores the rate and the other limits.
    func matches(type: String) -> Bool { kind.isOfWebhooks && Self.glob(pattern[...], type[...]) }

    /// Returns whether the fault affects a request or webhook that matches the pattern. The result depends
    /// only on the rule and on the position of the match.
    ///
    /// - Parameter place: The position of the match among all matches of the rule, starting at 1.
    func strikes(_ place: Int64) -> Bool {
        if let first, place > first { return false }
        var generator = SeededGenerator(
            seed: seed &+ UInt64(bitPattern: place) &* 0x9E37_79B9_7F4A_7C15)
        return rate >= 10_000 || Int(generator.next() % 10_000) < rate
    }

    /// Returns whether a string matches a pattern. `*` matches any text, and `{id}` matches one path segment.
    static func glob(_ pattern: Substring, _ text: Substring) -> Bool {
        guard let first = pattern.first else { return text.isEmpty }
        if first == "*" {
            let rest = pattern.drop { $0 == "*" }
            return text.indices.contains { glob(rest, text[$0...]) } || rest.isEmpty
        }
        if first == "{", let end = pattern.firstIndex(of: "}") {
            let step = text.prefix { $0 != "/" }
            return !step.isEmpty && glob(pattern[end...].dropFirst(), text[step.endIndex...])
        }
        return text.first == first && glob(pattern.dropFirst(), text.dropFirst())
    }
}
