/// What goes wrong between a caller and the processor, and when: a value, so that a run with the same plan and the
/// same requests is the same run.
public struct ProcessorFaultPlan: Hashable, Sendable {
    /// What goes wrong with one request.
    public enum Fault: String, Hashable, Sendable, Codable, CaseIterable {
        /// It never reaches the processor, and no answer comes.
        case requestLost = "request_lost"
        /// It is carried out, and no answer comes.
        case answerLost = "answer_lost"
        /// The processor answers 500 and carries nothing out.
        case serverError = "server_error"
    }

    /// What is asked for.
    public enum Operation: String, Hashable, Sendable, Codable, CaseIterable {
        case createIntent = "create_intent"
        case confirm, capture, cancel, refund
        case createSubscription = "create_subscription"
        case updateSubscription = "update_subscription"
        case cancelSubscription = "cancel_subscription"
        case payInvoice = "pay_invoice"
        case transfer, reverse, payout
        /// Everything else that changes something.
        case otherChange = "other_change"
        /// Everything that changes nothing, but events.
        case read
        case events
    }

    /// A fault of one request: the `number`-th of its kind, from 1 on.
    public struct Rule: Hashable, Sendable {
        /// The kind of request.
        public var operation: Operation
        /// Which of them, from 1 on.
        public var number: Int
        /// What goes wrong with it.
        public var fault: Fault

        /// The `number`-th request of a kind has this fault.
        public init(_ operation: Operation, _ number: Int, _ fault: Fault) {
            self.operation = operation
            self.number = number
            self.fault = fault
        }
    }

    /// The caller dies at a request: it may still be carried out, and no answer to it or to any later one comes.
    ///
    /// Behind the processor's protocol this cannot be told from a process that was killed.
    public struct Death: Hashable, Sendable {
        /// Which request, from 1 on, of whatever kind.
        public var request: Int
        /// Whether this last request is carried out: then the caller has died before it could book the answer.
        public var isCarriedOut: Bool

        /// The caller dies at this request.
        public init(request: Int, isCarriedOut: Bool) {
            self.request = request
            self.isCarriedOut = isCarriedOut
        }
    }

    /// What happens to the events that are told.
    public enum EventFault: String, Hashable, Sendable, Codable, CaseIterable {
        /// Half of them are never told.
        case lost
        /// Each is told twice.
        case twice
        /// They come in no order.
        case shuffled
    }

    /// How long every answer takes.
    public var latency: Duration
    /// Faults of single requests; they come before those that are drawn.
    public var rules: [Rule]
    /// How many of 10,000 requests have a fault that is drawn.
    public var rate: Int
    /// What is drawn from.
    public var faults: [Fault]
    /// What happens to events.
    public var events: Set<EventFault>
    /// When the caller dies; nil for never.
    public var death: Death?
    /// Where the drawing starts.
    public var seed: UInt64

    /// A plan; nothing goes wrong unless it says so.
    public init(
        latency: Duration = .zero, rules: [Rule] = [], rate: Int = 0, faults: [Fault] = Fault.allCases,
        events: Set<EventFault> = [], death: Death? = nil, seed: UInt64 = 0
    ) {
        self.latency = latency
        self.rules = rules
        self.rate = rate
        self.faults = faults
        self.events = events
        self.death = death
        self.seed = seed
    }
}
