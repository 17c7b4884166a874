/// One attempt that is to be made: an event on its way to an endpoint.
public struct WebhookDelivery: Hashable, Sendable {
    /// Which delivery.
    public var number: Int64
    /// Which attempt of it, from 1 on.
    public var attempt: Int
    /// `evt_…`
    public var event: String
    /// `payment_intent.succeeded`
    public var type: String
    /// `we_…`
    public var endpoint: String
    /// Where it goes.
    public var url: String
    /// What it is signed with, the newest first.
    public var secrets: [String]
    /// Unix seconds of the processor's clock.
    public var time: Int64
    /// The event as JSON.
    public var body: [UInt8]
}

/// How an attempt ended.
public struct WebhookResult: Hashable, Sendable {
    /// The status of HTTP; nil where nothing was answered.
    public var status: Int?
    /// Why it failed; nil when it did not.
    public var problem: String?
    /// The fault that was put on it.
    public var fault: String?
    /// Trying again would change nothing.
    public var isFinal = false
    /// How long it took.
    public var milliseconds: Int64 = 0

    /// What was answered: 2xx is a success, anything else, redirects too, is none.
    ///
    /// Source: Stripe documentation, "Webhooks", "Quickly return a 2xx response".
    public init(status: Int) {
        self.status = status
        if !(200...299).contains(status) {
            problem = (300...399).contains(status) ? "redirects are failures" : "answered \(status)"
        }
    }

    /// No answer, and why.
    public init(problem: String, isFinal: Bool = false) {
        self.problem = problem
        self.isFinal = isFinal
    }
}
