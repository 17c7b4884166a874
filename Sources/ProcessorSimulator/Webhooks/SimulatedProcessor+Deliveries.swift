public import Processor
import TextKit
import TimeKit

extension SimulatedProcessor {
    /// How many deliveries to one endpoint are taken at a time; those to one endpoint are made one after another.
    public static var deliveriesAtOnce: Int { 4 }

    /// Takes the deliveries that are due, in the order in which their events happened.
    ///
    /// What is taken is left alone by every other process until the lease ends, and so is all else for the same
    /// endpoint: two processes on one file neither deliver the same twice at a time nor overtake each other.
    ///
    /// - Parameters:
    ///   - realSecond: Leases are held against the real time: the processor's may stand still.
    ///   - leaseSeconds: For how long.
    ///   - only: Endpoints that are delivered to; nil for all.
    public func claimDeliveries(realSecond: Int64, leaseSeconds: Int64) async throws(ProcessorError)
        -> [WebhookDelivery]
    {
        let isDue = try await inspect { try $0.store.hasDueDelivery(at: $0.now, lease: realSecond) }
        guard isDue else { return [] }
        return try await transaction { work in
            let rows = try work.store.claimDeliveries(
                DeliveryClaim(
                    now: work.now, leaseNow: realSecond, leaseEnd: realSecond + leaseSeconds,
                    perEndpoint: Self.deliveriesAtOnce))
            return try rows.compactMap { try work.prepared($0) }
        }
    }

    /// Writes down how an attempt ended, and plans the next one where it failed.
    public func settle(_ delivery: WebhookDelivery, _ result: WebhookResult) async throws(ProcessorError) {
        try await transaction { try $0.settle(delivery, result) }
    }

    /// Gives back what was claimed and not tried.
    public func release(_ delivery: WebhookDelivery) async throws(ProcessorError) {
        try await transaction { work in
            guard let row = try work.store.delivery(delivery.number) else { return }
            try work.store.update(row)
        }
    }
}

extension EngineTransaction {
    /// What is to be sent; nil for what has lost its event or endpoint, and is over.
    fileprivate func prepared(_ row: DeliveryRow) throws -> WebhookDelivery? {
        guard let event = try store.event(row.event),
            let endpoint = try find(WebhookEndpoint.self, row.endpoint), endpoint.isEnabled, !endpoint.deleted
        else {
            var row = row
            row.next = nil
            try store.update(row)
            return nil
        }
        return WebhookDelivery(
            number: row.number, attempt: row.attempts + 1, event: row.event, type: row.type,
            endpoint: row.endpoint, url: endpoint.url, secrets: endpoint.secrets(at: now), time: now.seconds,
            body: try stripeJSON(event).bytes)
    }

    fileprivate func settle(_ delivery: WebhookDelivery, _ result: WebhookResult) throws {
        // It may have been dropped meanwhile: then there is no next attempt.
        guard var row = try store.delivery(delivery.number) else { return }
        let isOver = row.next == nil || result.problem == nil || result.isFinal
        row.attempts = delivery.attempt
        row.next =
            isOver
            ? nil : WebhookSchedule(configuration.webhookRetries).next(after: delivery.attempt, failedAt: now)
        try store.update(row)
        var attempt = AttemptRow(
            delivery: delivery.number, event: delivery.event, type: delivery.type,
            endpoint: delivery.endpoint, url: delivery.url, attempt: delivery.attempt, at: now,
            milliseconds: result.milliseconds)
        attempt.status = result.status
        attempt.problem = result.problem
        attempt.fault = result.fault
        attempt.next = row.next
        try store.add(attempt)
    }
}

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

/// An event that an endpoint is to be told of, as it is kept.
struct DeliveryRow {
    /// 0 for one that was not kept yet.
    var number: Int64 = 0
    var event: String
    var type: String
    /// `we_…`
    var endpoint: String
    /// How often it was tried.
    var attempts = 0
    /// When it is tried next; nil when it is over.
    var next: Timestamp?
}

/// One attempt to deliver, as it is kept: the log.
struct AttemptRow {
    var number: Int64 = 0
    var delivery: Int64
    var event: String
    var type: String
    var endpoint: String
    var url: String
    /// Which attempt of its delivery, from 1 on.
    var attempt: Int
    var at: Timestamp
    /// The status that was answered; nil where nothing was.
    var status: Int?
    /// Why it failed; nil where it did not.
    var problem: String?
    /// The fault that was put on it.
    var fault: String?
    var milliseconds: Int64
    /// When it is tried next.
    var next: Timestamp?
}

/// What a deliverer takes upon itself.
struct DeliveryClaim {
    /// Deliveries of this moment or before.
    var now: Timestamp
    /// The real second: leases are held against it, whatever the processor's clock says.
    var leaseNow: Int64
    var leaseEnd: Int64
    /// How many of one endpoint at most.
    var perEndpoint: Int
}

/// When an attempt that failed is made again.
///
/// Source: Stripe documentation, "Process undelivered webhook events": a sandbox tries three times over a few hours.
struct WebhookSchedule {
    /// How long after each attempt the next one is made, in seconds.
    let pauses: [Int64]

    init(_ pauses: [Int64]) { self.pauses = pauses }

    /// The next attempt; nil after the last one.
    func next(after attempt: Int, failedAt now: Timestamp) -> Timestamp? {
        guard pauses.indices.contains(attempt - 1) else { return nil }
        return now.adding(seconds: pauses[attempt - 1])
    }
}
