/// The handler of the processor's events, `POST /webhooks/processor`.
///
/// An event is stored, then acknowledged, then processed. Processing does not delay the response, and continues after
/// a crash.
public protocol WebhookHandler: Sendable {
    /// Returns the reply to a webhook. Only a 2xx status means that the event is stored.
    ///
    /// - Parameters:
    ///   - body: The exact bytes that were received, because these were signed.
    ///   - signature: The `Stripe-Signature` header.
    func reply(to body: [UInt8], signature: String?) async -> APIReply

    /// Processes events as they arrive, until the task is canceled.
    func work() async
}
