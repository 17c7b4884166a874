import HTTPTypes
import Hummingbird
import NIOCore

/// Events of the processor on HTTP.
extension TapResponder {
    /// Whether a request brings an event of the processor, and somebody takes it.
    func bringsEvent(_ request: Request) -> Bool {
        site.webhooks != nil && RouteTemplate.isWebhook(request.head.path ?? "/")
    }

    /// The reply to a webhook; nil for any other request, and where nobody takes them.
    func webhookResponse(to request: Request, body: ByteBuffer) async -> Response? {
        guard let webhooks = site.webhooks, bringsEvent(request) else { return nil }
        guard request.method == .post else {
            var response = refusal(.methodNotAllowed, "This address takes POST.")
            response.headers[.allow] = "POST"
            return response
        }
        let reply = await webhooks.reply(
            to: Array(body.readableBytesView), signature: request.headers[.stripeSignature])
        return response(to: reply, withBody: true)
    }
}

extension HTTPField.Name {
    fileprivate static let stripeSignature = named("Stripe-Signature")
}
