import HTTPTypes
import Hummingbird
import NIOCore
import ServerKit

/// Metrics, and nothing else.
struct MetricsResponder: HTTPResponder {
    /// Makes the text anew.
    let text: @Sendable () async -> String

    func respond(to request: Request, context: TapContext) async throws -> Response {
        let path = (request.head.path ?? "/").targetPath
        var headers = PageHeaders.of(nil)
        guard path == "/metrics", [.get, .head].contains(request.method) else {
            headers[.contentType] = "text/plain; charset=utf-8"
            return Response(
                status: .notFound, headers: headers,
                body: ResponseBody(byteBuffer: ByteBuffer(string: "metrics are at /metrics\n")))
        }
        headers[.contentType] = MetricsText.contentType
        let isHead = request.method == .head
        return Response(
            status: .ok, headers: headers,
            body: isHead ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(string: await text())))
    }
}
