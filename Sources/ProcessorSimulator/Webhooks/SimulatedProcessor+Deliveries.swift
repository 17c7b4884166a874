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
        let isDue = try await look { try $0.store.hasDueDelivery(at: $0.now, lease: realSecond) }
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

extension Work {
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
            body: try shaped(event).octets)
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
