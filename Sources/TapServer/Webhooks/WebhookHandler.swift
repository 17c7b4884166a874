/// The handler of the processor's events, `POST /webhooks/processor`.
///
/// An event is stored, then acknowledged, then processed. Processing does not delay the response, and continues after
/// a crash.
public protocol WebhookHandler: Sendable {
    /// The reply to a webhook; only 2xx says that the event is kept.
    ///
    /// - Parameters:
    ///   - body: As it came, octet for octet: that is what was signed.
    ///   - signature: The `Stripe-Signature` header.
    func reply(to body: [UInt8], signature: String?) async -> APIReply

    /// Works on events as they come, until the task is canceled.
    func work() async
}
