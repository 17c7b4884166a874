import Foundation
import Processor
import TimeKit

extension Work {
    /// Every endpoint that is told what wants to be delivered: an event that somebody wants is on its way in the same
    /// transaction in which it happened.
    func deliver(_ event: EventRow) throws {
        for endpoint in try endpoints() where endpoint.wants(event.type, of: event.account) {
            try store.add(
                DeliveryRow(event: event.id, type: event.type, endpoint: endpoint.id, next: now))
        }
    }

    /// All endpoints that were not deleted.
    private func endpoints() throws -> [WebhookEndpoint] {
        if let subscribers { return subscribers }
        let found = try list(
            WebhookEndpoint.self, ListQuery(limit: 100), where: ["deleted": "0"]
        ).data
        subscribers = found
        return found
    }

    func create(_ endpoint: WebhookEndpoint) throws -> WebhookEndpoint {
        guard try endpoints().count < EndpointRules.most else {
            throw ProcessorError.invalid(
                nil, "You have reached the maximum of \(EndpointRules.most) webhook endpoints.")
        }
        return try keep(endpoint)
    }

    @discardableResult
    func keep(_ endpoint: WebhookEndpoint) throws -> WebhookEndpoint {
        try put(endpoint)
        subscribers = nil
        // Stripe makes no further attempt for an endpoint that was disabled or deleted.
        if !endpoint.isEnabled || endpoint.deleted { try store.drop(deliveriesTo: endpoint.id) }
        return endpoint
    }

    /// An endpoint that was not deleted.
    ///
    /// - Throws: 404 when there is none.
    func livingEndpoint(_ id: String) throws -> WebhookEndpoint {
        let endpoint = try inPath(WebhookEndpoint.self, id)
        guard !endpoint.deleted else { throw ProcessorError.noSuch(WebhookEndpoint.objectName, id) }
        return endpoint
    }

    /// Gives an endpoint a new secret; the old one signs as well until `overlap` seconds have passed.
    ///
    /// Source: Stripe documentation, "Roll endpoint signing secrets".
    func rollSecret(of id: String, overlap: Int64) throws -> WebhookEndpoint {
        var endpoint = try livingEndpoint(id)
        endpoint.oldSecret = endpoint.secret
        endpoint.oldSecretEnds = now.adding(
            seconds: min(max(0, overlap), configuration.longestSecretOverlap))
        endpoint.secret = try webhookSecret()
        return try keep(endpoint)
    }

    /// Delivers an event once more, whatever became of it before.
    ///
    /// - Returns: The endpoints that are told.
    func resend(_ id: String, to endpoint: String?) throws -> [String] {
        guard let event = try store.event(id) else {
            throw ProcessorError.noSuch(ProcessorEvent.objectName, id)
        }
        let told: [WebhookEndpoint]
        if let endpoint {
            told = [try livingEndpoint(endpoint)]
            guard told[0].isEnabled else {
                throw ProcessorError.invalid(nil, "The webhook endpoint \(endpoint) is disabled.")
            }
        } else {
            told = try endpoints().filter { $0.wants(event.type, of: event.account) }
        }
        for endpoint in told {
            try store.add(DeliveryRow(event: id, type: event.type, endpoint: endpoint.id, next: now))
        }
        return told.map(\.id)
    }
}
