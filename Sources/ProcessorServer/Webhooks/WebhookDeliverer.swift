import CurlClient
import Foundation
public import ProcessorSimulator

/// Delivers events to the endpoints that want them, for as long as it runs.
///
/// At least once, and usually in order: deliveries to one endpoint are made one after another, and several endpoints are
/// served at once. Any number of processes may deliver from one file.
///
/// Source: Stripe documentation, "Webhooks".
public struct WebhookDeliverer: Sendable {
    /// How deliveries are made.
    public struct Configuration: Sendable {
        /// How long an endpoint may take to answer, in seconds.
        public var timeoutSeconds: Int64 = 10
        /// Whether endpoints on other machines are served.
        public var allowsRemote = false
        /// How often the file is asked for deliveries, in milliseconds.
        public var pauseMilliseconds: Int64 = 100

        /// 10 s, this machine alone.
        public init() {}
    }

    private let processor: SimulatedProcessor
    private let configuration: Configuration

    /// A deliverer of the events of a processor.
    public init(processor: SimulatedProcessor, configuration: Configuration = Configuration()) {
        self.processor = processor
        self.configuration = configuration
    }

    /// Delivers until the task is canceled.
    ///
    /// What was not tried by then is left to the next one that runs.
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

    /// A file that is busy is asked again after the pause.
    private func claim() async -> [WebhookDelivery] {
        let longest = configuration.timeoutSeconds * 2 + Self.longestDelayMilliseconds / 1_000
        let lease = longest * Int64(SimulatedProcessor.deliveriesAtOnce) + 5
        return
            (try? await processor.claimDeliveries(
                realSecond: Int64(Date().timeIntervalSince1970), leaseSeconds: lease)) ?? []
    }

    /// Deliveries to one endpoint, one after another.
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

    static var longestDelayMilliseconds: Int64 { 10_000 }
}
