import HTTPTypes
import Hummingbird
import NIOCore
import ServerKit

/// Handles API requests that arrive over HTTP.
extension TapResponder {
    /// Returns the response to a request below `/api`; nil for any other request, or if there is no API.
    func apiResponse(to request: Request, body: ByteBuffer, client: NetworkAddress?) async -> Response? {
        let target = request.head.path ?? "/"
        guard let api = site.api, APICall.isMeant(by: target) else { return nil }
        let isHead = request.method == .head
        // Two keys count as no key. Joined, they would form a third key that the client never sent.
        let keys = request.headers[values: .idempotencyKey]
        let call = APICall(
            isHead ? "GET" : request.method.rawValue, target, body: Array(body.readableBytesView),
            authorization: request.headers[.authorization],
            idempotencyKey: keys.count == 1 ? keys[0] : nil, donorEmail: request.headers[.donorEmail],
            client: client?.text)
        if call.method == "GET" { await site.storeTaps() }
        let reply =
            call.method == "GET" ? await api.reply(to: call) : await afterPages { await api.reply(to: call) }
        return response(to: reply, withBody: !isHead)
    }

    /// Returns the response to an API client that sends too many requests. Returns nil if the request is not
    /// for the API.
    func apiRefusal(of request: Request, secondsToWait seconds: Int64) -> Response? {
        guard let api = site.api, APICall.isMeant(by: request.head.path ?? "/") else { return nil }
        return response(to: api.refusal(secondsToWait: seconds), withBody: request.method != .head)
    }

    /// Returns the HTTP response for a reply of the API.
    func response(to reply: APIReply, withBody: Bool) -> Response {
        var headers = PageHeaders.of(type: "application/json")
        for (name, value) in reply.headers {
            if let name = HTTPField.Name(name) { headers[name] = value }
        }
        return Response(reply.status, headers, reply.content, withBody: withBody)
    }
}

extension HTTPField.Name {
    fileprivate static let idempotencyKey = named("Idempotency-Key")
    fileprivate static let donorEmail = named("Donor-Email")
}

/// Handles the processor's webhooks, which arrive over HTTP.
extension TapResponder {
    /// Returns whether a request is for the webhook URL. Returns false if the server has no handler for
    /// webhooks.
    func bringsEvent(_ request: Request) -> Bool {
        site.webhooks != nil && RouteTemplate.isWebhook(request.head.path ?? "/")
    }

    /// Returns the response to a webhook; nil for any other request, or if there is no handler.
    func webhookResponse(to request: Request, body: ByteBuffer) async -> Response? {
        guard let webhooks = site.webhooks, bringsEvent(request) else { return nil }
        guard request.method == .post else {
            var response = refusal(.methodNotAllowed, "This URL accepts only POST.")
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
