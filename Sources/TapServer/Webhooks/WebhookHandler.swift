/// A handler for the processor's webhooks, which arrive as `POST /webhooks/processor`.
///
/// The handler stores an event, acknowledges it, and then processes it. Processing therefore does not delay
/// the response, and resumes after a crash.
public protocol WebhookHandler: Sendable {
    /// Returns the reply to a webhook. Only a 2xx status means that the event is stored.
    ///
    /// - Parameters:
    ///   - body: The bytes exactly as received, because the signature covers them.
    ///   - signature: The value of the `Stripe-Signature` header.
    func reply(to body: [UInt8], signature: String?) async -> APIReply

    /// Processes events as they arrive, until the task is canceled.
    func work() async
}
