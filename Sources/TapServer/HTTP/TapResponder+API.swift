import HTTPTypes
import Hummingbird
import NIOCore

/// Calls of programs on HTTP.
extension TapResponder {
    /// The reply to a request below `/api`; nil for any other, and where there is no API.
    func apiResponse(to request: Request, body: ByteBuffer) async -> Response? {
        let target = request.head.path ?? "/"
        guard let api = site.api, APICall.isMeant(by: target) else { return nil }
        let isHead = request.method == .head
        let call = APICall(
            isHead ? "GET" : request.method.rawValue, target, body: Array(body.readableBytesView),
            authorization: request.headers[.authorization],
            idempotencyKey: request.headers[.idempotencyKey])
        let reply = await api.reply(to: call)
        var headers = PageHeaders.of(html: nil)
        headers[.contentType] = "application/json"
        for (name, value) in reply.headers {
            if let name = HTTPField.Name(name) { headers[name] = value }
        }
        return Response(
            status: HTTPResponse.Status(code: reply.status), headers: headers,
            body: isHead ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(string: reply.content)))
    }
}

extension HTTPField.Name {
    fileprivate static let idempotencyKey = named("Idempotency-Key")
}
