import SimulationKit

/// What goes wrong on the wire, with which requests or webhooks, and how often: kept in the processor's file, so that it
/// is switched while servers run.
///
/// The typed door's equivalent is ``ProcessorFaultPlan``: `cut-before` is its `request_lost`, `cut-after` its
/// `answer_lost`, `500` its `server_error`; `drop`, `double` and `shuffle` are what it does to events.
public struct FaultRule: Hashable, Sendable, Codable {
    /// What goes wrong.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// The answer comes later.
        case latency
        /// 429 `rate_limit`, and nothing is carried out.
        case tooManyRequests = "429"
        /// 500 `api_error`, and nothing is carried out.
        case serverError = "500"
        /// The connection is closed before anything is carried out.
        case cutBefore = "cut-before"
        /// It is carried out, and the connection is closed before the answer.
        case cutAfter = "cut-after"
        /// The webhook is never sent.
        case drop
        /// The webhook is sent twice.
        case double
        /// Webhooks that wait together are sent in another order.
        case shuffle
        /// The webhook is sent later.
        case delay
        /// The webhook is signed with another secret.
        case wrongSignature = "wrong-signature"

        /// A kind by its name here, or by the name that the typed door has for it.
        public init?(name: String) {
            let typed: [String: Kind] = [
                "request_lost": .cutBefore, "answer_lost": .cutAfter, "server_error": .serverError,
                "lost": .drop, "twice": .double, "shuffled": .shuffle,
            ]
            guard let kind = Kind(rawValue: name) ?? typed[name] else { return nil }
            self = kind
        }

        /// Whether it happens to webhooks; else to requests.
        public var isOfWebhooks: Bool {
            switch self {
            case .drop, .double, .shuffle, .delay, .wrongSignature: true
            case .latency, .tooManyRequests, .serverError, .cutBefore, .cutAfter: false
            }
        }

        /// Whether it wants to know how long.
        public var takesTime: Bool { self == .latency || self == .delay }
    }

    /// The number under which it is kept; 0 before.
    public var number: Int64 = 0
    /// How many requests or webhooks it has matched.
    public var seen: Int64 = 0
    /// `*`; `POST /v1/payment_intents`, `/v1/refunds*`; of webhooks a type, `invoice.*`.
    public var pattern: String
    /// What goes wrong.
    public var kind: Kind
    /// How long, for a latency or a delay.
    public var milliseconds: Int64
    /// How many of 10,000 matching requests have it.
    public var rate: Int
    /// Only so many of the first matching ones have it; nil for no such limit.
    public var first: Int64?
    /// Where the drawing starts.
    public var seed: UInt64

    /// A rule; every matching request has the fault unless it says otherwise.
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
}

extension FaultRule {
    /// Whether it is about a request, wherever it stands in the count.
    func matches(method: String, path: String) -> Bool {
        guard !kind.isOfWebhooks else { return false }
        let words = pattern.split(separator: " ", maxSplits: 1)
        return words.count == 2
            ? Self.glob(words[0], method[...]) && Self.glob(words[1], path[...])
            : Self.glob(pattern[...], path[...])
    }

    /// Whether it is about an event of this type, wherever it stands in the count.
    func matches(type: String) -> Bool { kind.isOfWebhooks && Self.glob(pattern[...], type[...]) }

    /// Whether the `place`-th matching one, from 1 on, has the fault: the same for the same seed.
    func strikes(_ place: Int64) -> Bool {
        if let first, place > first { return false }
        var generator = SeededGenerator(
            seed: seed &+ UInt64(bitPattern: place) &* 0x9E37_79B9_7F4A_7C15)
        return rate >= 10_000 || Int(generator.next() % 10_000) < rate
    }

    /// `*` stands for anything, `{id}` for one step of a path.
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
