/// A plan for faults in the connection between a caller and the processor.
///
/// The same plan with the same sequence of requests always causes the same faults.
public struct ProcessorFaultPlan: Hashable, Sendable {
    /// A fault that affects a request.
    public enum Fault: String, Sendable, Codable, CaseIterable {
        /// The request does not reach the processor, and the caller gets no response.
        case requestLost = "request_lost"
        /// The request is executed, but the caller gets no response.
        case answerLost = "answer_lost"
        /// The response has status 500, and the request is not executed.
        case serverError = "server_error"
    }

    /// A kind of request. The rules of a plan select requests by kind and number.
    public enum Operation: String, Sendable, Codable, CaseIterable {
        case createIntent = "create_intent"
        case confirm, capture, cancel, refund
        case createSubscription = "create_subscription"
        case updateSubscription = "update_subscription"
        case cancelSubscription = "cancel_subscription"
        case payInvoice = "pay_invoice"
        case transfer, reverse, payout
        /// Any other request that changes data.
        case otherChange = "other_change"
        /// Any other request that only reads data.
        case read
        case events
    }

    /// A fault that affects one specific request.
    public struct Rule: Hashable, Sendable {
        /// The kind of the request.
        public var operation: Operation
        /// The request's position among the requests of its kind, starting at 1.
        public var number: Int
        public var fault: Fault

        /// Creates a rule for one request.
        ///
        /// - Parameters:
        ///   - operation: The kind of the request.
        ///   - number: The request's position among the requests of its kind, starting at 1.
        ///   - fault: The fault that affects the request.
        public init(_ operation: Operation, _ number: Int, _ fault: Fault) {
            self.operation = operation
            self.number = number
            self.fault = fault
        }
    }

    /// A simulated crash of the caller during a request. Neither this request nor any later request gets a
    /// response.
    ///
    /// For the processor, this has the same effect as killing the caller's process.
    public struct Death: Hashable, Sendable {
        /// The request's position among all requests, starting at 1.
        public var request: Int
        /// Whether the processor executes this request. In either case, the caller crashes before it can
        /// record a response.
        public var isCarriedOut: Bool

        /// Creates a fault that simulates a crash of the caller during a request.
        public init(request: Int, isCarriedOut: Bool) {
            self.request = request
            self.isCarriedOut = isCarriedOut
        }
    }

    /// A fault that affects lists of events.
    public enum EventFault: String, Sendable, Codable, CaseIterable {
        /// About half of the events are missing from the lists.
        case lost
        /// Each event is listed twice.
        case twice
        /// The events of a page are in random order.
        case shuffled
    }

    /// The latency of every response.
    public var latency: Duration
    /// The faults for specific requests. These faults take precedence over random faults.
    public var rules: [Rule]
    /// The average number of random faults per 10,000 requests.
    public var rate: Int
    /// The possible random faults.
    public var faults: [Fault]
    /// The faults that affect lists of events.
    public var events: Set<EventFault>
    /// The simulated crash of the caller, or nil if the caller does not crash.
    public var death: Death?
    /// The seed for the random faults.
    public var seed: UInt64

    /// Creates a plan. By default, it has no faults.
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
