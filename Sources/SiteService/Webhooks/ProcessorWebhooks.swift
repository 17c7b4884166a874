import DataFolderKit
import DatabaseKit
import Documents
import PaymentCore
import ProcessorClient
import PublicAPI
import TapServer
import TimeKit

/// The endpoint for the processor's webhooks. It verifies the signature of each event, then stores,
/// acknowledges and processes the event, in this order.
struct ProcessorWebhooks: WebhookHandler {
    private let secrets: WebhookSecrets
    private let payments: PaymentDriver
    private let lease: JobLease
    private let clock: WallClock
    private let failed: ErrorReport
    private let arrivals: AsyncStream<Void>
    private let arrived: AsyncStream<Void>.Continuation

    /// Creates the endpoint.
    ///
    /// - Parameter failed: Called with the error if an event cannot be stored or processed.
    init(
        _ secrets: WebhookSecrets, over data: DataFolder, failed: @escaping ErrorReport
    ) {
        (self.secrets, self.failed) = (secrets, failed)
        (payments, clock) = (data.payments, data.clock)
        lease = JobLease(on: data.payments.database, holder: JobLease.newHolder(), clock: data.clock)
        // A single pending signal is enough, because the worker processes all stored events.
        (arrivals, arrived) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func reply(to body: [UInt8], signature: String?) async -> APIReply {
        guard let signature,
            WebhookSignature.proves(signature, body, secrets: secrets.texts, now: clock.now())
        else { return Self.refused("invalidSignature", "Invalid signature") }
        guard let brought = WebhookEvent(body) else {
            return Self.refused("notAnEvent", "The body is not an event")
        }
        guard !brought.livemode else {
            return Self.refused("liveMode", "This server does not accept live events")
        }
        // An event of an unknown type needs no work, and must not be sent again.
        guard let event = brought.event else { return Self.received }
        do {
            if try await payments.receive(event) { arrived.yield() }
            return Self.received
        } catch {
            failed(error)
            return APIReply(
                status: 500,
                content: APIError(500, .server, "notKept", "The event could not be stored. Send it again.")
                    .text)
        }
    }

    /// Processes stored events as they arrive, until the task is canceled.
    ///
    /// If processing fails here, or the server stops, ``DataFolder/catchUp()`` processes the remaining events
    /// later.
    func work() async {
        for await _ in arrivals {
            do {
                try await workStoredEvents()
            } catch {
                if !Task.isCancelled { failed(error) }
            }
        }
    }

    /// Processes all stored events. Waits while another server with the same database holds the lease for
    /// this work.
    private func workStoredEvents() async throws {
        while try await payments.database.read({ try !$0.receivedEvents(limit: 1).isEmpty }) {
            let isDone = try await lease.run(Self.job) { [payments, failed] in
                do {
                    while try await payments.workReceivedEvents() > 0 {}
                } catch {
                    if !Task.isCancelled { failed(error) }
                }
            }
            if isDone { return try await lease.release(Self.job) }
            try await Task.sleep(for: .seconds(1))
        }
    }

    /// The name of the lease for processing stored events. It is the same for all servers that share a
    /// database.
    private static let job = "received_events"

    private static let received = APIReply(status: 200, content: #"{"received": true}"# + "\n")

    private static func refused(_ code: String, _ message: String) -> APIReply {
        APIReply(status: 400, content: APIError(400, .request, code, message).text)
    }
}

extension APIError {
    /// The JSON document as text, with a line feed at the end.
    fileprivate var text: String { document.text + "\n" }
}
