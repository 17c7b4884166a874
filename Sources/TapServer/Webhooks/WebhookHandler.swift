/// Where the processor brings its events: `POST /webhooks/processor`.
///
/// An event is kept, then answered, then worked on: what it takes to work on it holds up nobody, and is done after a
/// crash, too.
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
