import CurlClient
import Foundation
import ProcessorClient
import ProcessorSimulator

/// Posts events to addresses.
struct WebhookSender: Sendable {
    let client: HTTPClient
    let timeoutSeconds: Int64
    let allowsRemote: Bool

    /// Makes one attempt.
    ///
    /// - Parameter secrets: What it is signed with, where that is not what the endpoint knows.
    /// - Throws: `CancellationError` when the server ends: nobody knows whether it arrived.
    func send(_ delivery: WebhookDelivery, secrets: [String]) async throws -> WebhookResult {
        guard let target = WebhookTarget(delivery.url), allowsRemote || target.isLoopback else {
            return WebhookResult(
                problem:
                    "not sent: a simulated processor sends to this machine alone, lest test events reach strangers; start it with --allow-remote-webhooks",
                isFinal: true)
        }
        let start = ContinuousClock.now
        var result = try await answer(to: delivery, secrets: secrets)
        let taken = start.duration(to: .now).components
        result.milliseconds = taken.seconds * 1_000 + taken.attoseconds / 1_000_000_000_000_000
        return result
    }

    private func answer(to delivery: WebhookDelivery, secrets: [String]) async throws -> WebhookResult {
        do {
            let response = try await client.send(
                Self.request(delivery, secrets: secrets), timeout: .seconds(timeoutSeconds),
                bodyBytes: nil)
            return WebhookResult(status: response.status)
        } catch {
            if Task.isCancelled { throw CancellationError() }
            return WebhookResult(problem: problem(error))
        }
    }

    private static func request(_ delivery: WebhookDelivery, secrets: [String]) -> HTTPRequest {
        // A receiver holds the time against its own clock: where the processor's stands still, the real one is right.
        let time = max(delivery.time, Int64(Date().timeIntervalSince1970))
        return HTTPRequest(
            "POST", delivery.url,
            headers: [
                .init("Content-Type", "application/json; charset=utf-8"),
                .init("User-Agent", "Stripe/1.0 (+https://stripe.com/docs/webhooks; simulated by tapctl)"),
                .init("Accept", "*/*; q=0.5, application/xml"),
                .init(
                    "Stripe-Signature",
                    WebhookSignature.header(delivery.body, secrets: secrets, time: time)),
            ], body: delivery.body)
    }

    private func problem(_ error: any Error) -> String {
        guard let failure = error as? HTTPFailure else { return "not sent (\(type(of: error)))" }
        return switch failure.code {
        case .timedOut: "no answer within \(timeoutSeconds) s"
        case .connectionClosed: "the connection was closed before an answer"
        case .unreachable: "could not connect"
        case .invalidRequest, .tooLarge, .tls, .failed, .unavailable: "not delivered (\(failure.reason))"
        }
    }
}
