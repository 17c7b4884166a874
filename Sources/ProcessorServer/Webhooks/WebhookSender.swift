import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import ProcessorClient
import ProcessorSimulator

/// Posts events to addresses.
struct WebhookSender: Sendable {
    let client: HTTPClient
    let timeout: TimeAmount
    let allowsRemote: Bool

    /// Redirects are not followed: they are failures. Where nobody listens, nobody is waited for.
    static func makeClient() -> HTTPClient {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

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
            let answer = try await client.execute(
                Self.request(delivery, secrets: secrets), timeout: timeout)
            // What is answered is not read, but a connection is used again only behind it.
            _ = try? await answer.body.collect(upTo: 1 << 16)
            return WebhookResult(status: Int(answer.status.code))
        } catch {
            if Task.isCancelled { throw CancellationError() }
            return WebhookResult(problem: Self.problem(error, timeout: timeout))
        }
    }

    private static func request(_ delivery: WebhookDelivery, secrets: [String]) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: delivery.url)
        request.method = .POST
        // A receiver holds the time against its own clock: where the processor's stands still, the real one is right.
        let time = max(delivery.time, Int64(Date().timeIntervalSince1970))
        request.headers = [
            "Content-Type": "application/json; charset=utf-8",
            "User-Agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks; simulated by tapctl)",
            "Accept": "*/*; q=0.5, application/xml",
            "Stripe-Signature": WebhookSignature.header(delivery.body, secrets: secrets, time: time),
        ]
        request.body = .bytes(ByteBuffer(bytes: delivery.body))
        return request
    }

    private static func problem(_ error: any Error, timeout: TimeAmount) -> String {
        switch error as? HTTPClientError {
        case .deadlineExceeded, .readTimeout, .connectTimeout:
            "no answer within \(timeout.nanoseconds / 1_000_000_000) s"
        case .remoteConnectionClosed: "the connection was closed before an answer"
        default: "nobody answers there (\(type(of: error)))"
        }
    }
}
