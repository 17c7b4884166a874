import CurlClient
import Foundation
import ProcessorClient
public import ProcessorSimulator
import SimulationKit

/// A service that delivers events to the webhook endpoints that subscribe to them.
///
/// An endpoint usually receives events in order, but can receive an event more than once. Each endpoint
/// receives one delivery at a time, and different endpoints are served concurrently. Several processes can
/// deliver events from the same database.
///
/// Source: Stripe documentation, "Webhooks".
public struct WebhookDeliverer: Sendable {
    /// The settings of the deliverer.
    public struct Configuration: Sendable {
        /// The maximum time to wait for an endpoint's response, in seconds.
        public var timeoutSeconds: Int64 = 10
        /// Whether events are also delivered to endpoints on other machines.
        public var allowsRemote = false
        /// The pause after a check that found no due deliveries, in milliseconds.
        public var pauseMilliseconds: Int64 = 100

        /// Creates the default settings: a timeout of 10 seconds, and no deliveries to endpoints on other
        /// machines.
        public init() {}
    }

    private let processor: SimulatedProcessor
    private let configuration: Configuration

    /// Creates a deliverer for the events of a processor.
    public init(processor: SimulatedProcessor, configuration: Configuration = Configuration()) {
        self.processor = processor
        self.configuration = configuration
    }

    /// Delivers events until the task is canceled.
    ///
    /// When the task is canceled, pending deliveries remain in the database, and another deliverer can send
    /// them.
    public func run() async throws {
        let client = HTTPClient()
        defer { client.close() }
        let sender = WebhookSender(
            client: client, timeoutSeconds: configuration.timeoutSeconds,
            allowsRemote: configuration.allowsRemote)
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                let claimed = await claim()
                for deliveries in Dictionary(grouping: claimed, by: \.endpoint).values {
                    group.addTask { await deliver(deliveries, sender) }
                }
                if claimed.isEmpty {
                    try? await Task.sleep(for: .milliseconds(configuration.pauseMilliseconds))
                }
            }
        }
    }

    /// Claims the deliveries that are due. Returns an empty array if the claim fails, for example because the
    /// database is busy. The deliverer tries again after a pause.
    private func claim() async -> [WebhookDelivery] {
        let longest = configuration.timeoutSeconds * 2 + FaultRule.longestDelayMilliseconds / 1_000
        let lease = longest * Int64(SimulatedProcessor.deliveriesAtOnce) + 5
        return
            (try? await processor.claimDeliveries(
                realSecond: Int64(Date().timeIntervalSince1970), leaseSeconds: lease)) ?? []
    }

    /// Sends the deliveries to one endpoint, one after another. If an attempt is canceled or its result
    /// cannot be saved, releases that delivery and all later deliveries.
    private func deliver(_ deliveries: [WebhookDelivery], _ sender: WebhookSender) async {
        let planned = await WebhookFaults.planned(deliveries, processor)
        var rest = planned[...]
        while let next = rest.first {
            do {
                let result = try await attempt(next, sender)
                try await processor.settle(next.delivery, result)
                rest.removeFirst()
            } catch {
                break
            }
        }
        for left in rest { try? await processor.release(left.delivery) }
    }

    private func attempt(_ planned: WebhookFaults.Planned, _ sender: WebhookSender) async throws
        -> WebhookResult
    {
        var result: WebhookResult
        if planned.delay > 0 { try await Task.sleep(for: .milliseconds(planned.delay)) }
        if planned.has(.drop) {
            result = WebhookResult(problem: "never sent", isFinal: true)
        } else {
            let secrets = planned.has(.wrongSignature) ? ["whsec_of_nobody"] : planned.delivery.secrets
            result = try await sender.send(planned.delivery, secrets: secrets)
            if planned.has(.double) { result = try await sender.send(planned.delivery, secrets: secrets) }
        }
        result.fault = planned.names
        return result
    }
}

/// The faults that the fault rules in the database inject into deliveries.
enum WebhookFaults {
    /// A delivery, with the fault rules that affect it.
    struct Planned {
        var delivery: WebhookDelivery
        var rules: [FaultRule]

        func has(_ kind: FaultRule.Kind) -> Bool { rules.contains { $0.kind == kind } }

        /// The delay before the delivery is sent, in milliseconds.
        var delay: Int64 {
            min(
                rules.filter { $0.kind == .delay }.reduce(0) { $0 + $1.milliseconds },
                FaultRule.longestDelayMilliseconds)
        }

        /// The names of the faults, separated by commas, for the log of attempts. Nil if there are no faults.
        var names: String? {
            rules.isEmpty ? nil : rules.map(\.kind.rawValue).joined(separator: ",")
        }
    }

    /// Returns the deliveries with their faults. A `shuffle` fault changes the order of the deliveries.
    static func planned(_ deliveries: [WebhookDelivery], _ processor: SimulatedProcessor) async -> [Planned] {
        var planned: [Planned] = []
        for delivery in deliveries {
            // If the file is busy, the delivery has no faults.
            let rules = (try? await processor.faults(ofType: delivery.type)) ?? []
            planned.append(Planned(delivery: delivery, rules: rules))
        }
        guard let rule = planned.flatMap(\.rules).first(where: { $0.kind == .shuffle }) else {
            return planned
        }
        return shuffled(planned, seed: rule.seed &+ UInt64(bitPattern: rule.seen))
    }

    /// Returns the deliveries in a random order. If there are two or more deliveries, the order always
    /// differs from the given order.
    static func shuffled(_ planned: [Planned], seed: UInt64) -> [Planned] {
        var generator = SeededGenerator(seed: seed)
        let shuffled = planned.shuffled(using: &generator)
        guard shuffled.map(\.delivery.number) == planned.map(\.delivery.number), let last = shuffled.last
        else {
            return shuffled
        }
        return [last] + shuffled.dropLast()
    }
}

/// A sender that delivers events to endpoints as POST requests.
struct WebhookSender {
    let client: HTTPClient
    let timeoutSeconds: Int64
    let allowsRemote: Bool

    /// Makes one attempt to deliver a webhook.
    ///
    /// - Parameter secrets: The secrets with which to sign the webhook. For a `wrong-signature` fault, they
    ///   differ from the endpoint's own secrets.
    /// - Throws: `CancellationError` if the server is shutting down. The webhook may have arrived.
    func send(_ delivery: WebhookDelivery, secrets: [String]) async throws -> WebhookResult {
        guard let target = WebhookTarget(delivery.url), allowsRemote || target.isLoopback else {
            return WebhookResult(
                problem:
                    "not sent: the simulated processor sends events only to this machine; use --allow-remote-webhooks to send events to other machines",
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
        // Receivers compare the time with their own clock. The real time is therefore used if it is later than the
        // processor's time.
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
        case .timedOut: "no response within \(timeoutSeconds) s"
        case .connectionClosed: "the connection was closed before a response arrived"
        case .unreachable: "could not connect"
        case .invalidRequest, .tooLarge, .tls, .failed, .unavailable: "not delivered (\(failure.reason))"
        }
    }
}
