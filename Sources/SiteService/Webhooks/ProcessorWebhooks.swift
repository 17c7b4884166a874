import DataFolderKit
import DatabaseKit
import Documents
import PaymentCore
import ProcessorClient
import PublicAPI
import TapServer
import TimeKit

/// Events that a served processor brings: proven by their signature, kept, answered, then worked on.
struct ProcessorWebhooks: WebhookDoor {
    private let secrets: WebhookSecrets
    private let payments: PaymentDriver
    private let clock: WallClock
    private let failed: @Sendable (any Error) -> Void
    private let arrivals: AsyncStream<Void>
    private let arrived: AsyncStream<Void>.Continuation

    /// - Parameter failed: Hears of errors that the processor can do nothing about.
    init(
        _ secrets: WebhookSecrets, over data: DataFolder, failed: @escaping @Sendable (any Error) -> Void
    ) {
        (self.secrets, self.failed) = (secrets, failed)
        (payments, clock) = (data.payments, data.clock)
        // One arrival more says nothing new: who works looks for all that there are.
        (arrivals, arrived) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func reply(to body: [UInt8], signature: String?) async -> APIReply {
        guard let signature,
            WebhookSignature.proves(signature, body, secrets: secrets.texts, now: clock.now())
        else { return Self.refused("invalidSignature", "Invalid signature") }
        guard let brought = WebhookEvent(body) else {
            return Self.refused("notAnEvent", "This is no event")
        }
        guard !brought.livemode else {
            return Self.refused("liveMode", "Events of real money are not taken here")
        }
        // What nobody here knows needs no work, and is not to be sent again.
        guard let event = brought.event else { return Self.received }
        do {
            if try await payments.receive(event) { arrived.yield() }
            return Self.received
        } catch {
            failed(error)
            return APIReply(
                status: 500,
                content: APIError(500, .server, "notKept", "The event was not kept. Send it again.").text)
        }
    }

    /// What an earlier program kept and did not work on is done by ``DataFolder/catchUp()``, and so is what fails here.
    func work() async {
        for await _ in arrivals {
            do {
                while try await payments.workReceivedEvents() > 0 {}
            } catch {
                if !Task.isCancelled { failed(error) }
            }
        }
    }

    private static let received = APIReply(status: 200, content: #"{"received": true}"# + "\n")

    private static func refused(_ code: String, _ message: String) -> APIReply {
        APIReply(status: 400, content: APIError(400, .request, code, message).text)
    }
}

extension APIError {
    /// The document as it is sent.
    fileprivate var text: String { document.text + "\n" }
}
