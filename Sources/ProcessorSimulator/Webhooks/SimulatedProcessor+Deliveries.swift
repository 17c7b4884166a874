public import Processor
import TextKit
import TimeKit

extension SimulatedProcessor {
    /// The maximum number of deliveries to one endpoint that a process claims together. The process sends
    /// them one after another.
    public static var deliveriesAtOnce: Int { 4 }

    /// Claims the deliveries that are due, in the order of their events.
    ///
    /// Until the lease ends, other processes can claim neither these deliveries nor other deliveries to the
    /// same endpoints. This prevents two processes from sending to the same endpoint at the same time.
    ///
    /// - Parameters:
    ///   - realSecond: The real time in Unix seconds. Leases depend on the real time because the processor's
    ///     own clock may not be running.
    ///   - leaseSeconds: The duration of the lease, in seconds.
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

    /// Saves the result of an attempt. If the attempt failed and another attempt is allowed, schedules the
    /// next attempt.
    public func settle(_ delivery: WebhookDelivery, _ result: WebhookResult) async throws(ProcessorError) {
        try await transaction { try $0.settle(delivery, result) }
    }

    /// Releases a claimed delivery without recording an attempt.
    public func release(_ delivery: WebhookDelivery) async throws(ProcessorError) {
        try await transaction { work in
            guard let row = try work.store.delivery(delivery.number) else { return }
            try work.store.update(row)
        }
    }
}

extension EngineTransaction {
    /// Returns the delivery to send. If the event was deleted, or the endpoint was deleted or disabled,
    /// cancels the delivery and returns nil.
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
            body: try inAccount(event.account) { try stripeJSON(event).tree.bytes })
    }

    fileprivate func settle(_ delivery: WebhookDelivery, _ result: WebhookResult) throws {
        // If the delivery was dropped in the meantime, there is no next attempt.
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

/// An attempt to deliver an event to an endpoint.
public struct WebhookDelivery: Hashable, Sendable {
    /// The delivery's number in the database.
    public var number: Int64
    /// The attempt's number within the delivery, starting at 1.
    public var attempt: Int
    /// The event's id, `evt_…`.
    public var event: String
    /// The event type, such as `payment_intent.succeeded`.
    public var type: String
    /// The endpoint's id, `we_…`.
    public var endpoint: String
    /// The URL of the endpoint.
    public var url: String
    /// The secrets that sign the request, newest first.
    public var secrets: [String]
    /// The processor's time when the delivery was claimed, in Unix seconds. The signature contains this time
    /// or the real time, whichever is later.
    public var time: Int64
    /// The event as JSON.
    public var body: [UInt8]
}

/// The result of an attempt to deliver an event.
public struct WebhookResult: Hashable, Sendable {
    /// The HTTP status of the response, or nil if there was no response.
    public var status: Int?
    /// The reason that the attempt failed; nil if it succeeded.
    public var problem: String?
    /// The name of the injected fault, or nil if there was none.
    public var fault: String?
    /// Whether to make no further attempt, even if this attempt failed.
    public var isFinal = false
    /// The duration of the attempt, in milliseconds.
    public var milliseconds: Int64 = 0

    /// Creates the result for a response. Only a 2xx status is a success. Any other status, including a
    /// redirect, is a failure.
    ///
    /// Source: Stripe documentation, "Webhooks", "Quickly return a 2xx response".
    public init(status: Int) {
        self.status = status
        if !(200...299).contains(status) {
            let isRedirect = (300...399).contains(status)
            problem = "responded with \(status)" + (isRedirect ? "; redirects count as failures" : "")
        }
    }

    /// Creates the result for an attempt that got no response, or for a webhook that was not sent.
    public init(problem: String, isFinal: Bool = false) {
        self.problem = problem
        self.isFinal = isFinal
    }
}

/// A delivery of an event to an endpoint, as stored in the database.
struct DeliveryRow {
    /// The delivery's number, or 0 if the delivery has not been saved yet.
    var number: Int64 = 0
    var event: String
    var type: String
    /// The endpoint's id, `we_…`.
    var endpoint: String
    /// The number of attempts so far.
    var attempts = 0
    /// The time of the next attempt, or nil if no further attempt is scheduled.
    var next: Timestamp?
}

/// An attempt to deliver an event, as stored in the database.
struct AttemptRow {
    var number: Int64 = 0
    var delivery: Int64
    var event: String
    var type: String
    var endpoint: String
    var url: String
    /// The attempt's number within its delivery, starting at 1.
    var attempt: Int
    var at: Timestamp
    /// The HTTP status of the response, or nil if there was no response.
    var status: Int?
    /// The reason that the attempt failed; nil if it succeeded.
    var problem: String?
    /// The name of the injected fault, or nil if there was none.
    var fault: String?
    var milliseconds: Int64
    /// The time of the next attempt, or nil if no further attempt is scheduled.
    var next: Timestamp?
}

/// The parameters for claiming due deliveries.
struct DeliveryClaim {
    /// The processor's time. Deliveries that are due at this time are claimed.
    var now: Timestamp
    /// The real time in Unix seconds. A delivery whose lease ends after this time is still claimed.
    var leaseNow: Int64
    var leaseEnd: Int64
    /// The maximum number of deliveries to claim for each endpoint.
    var perEndpoint: Int
}

/// The schedule for retrying a failed delivery.
///
/// Source: Stripe documentation, "Process undelivered webhook events": a sandbox tries three times over a few
/// hours.
struct WebhookSchedule {
    /// The pauses between consecutive attempts, in seconds.
    let pauses: [Int64]

    init(_ pauses: [Int64]) { self.pauses = pauses }

    /// Returns the time of the next attempt, or nil if `attempt` was the last one.
    func next(after attempt: Int, failedAt now: Timestamp) -> Timestamp? {
        guard pauses.indices.contains(attempt - 1) else { return nil }
        return now.adding(seconds: pauses[attempt - 1])
    }
}
