import Foundation
import HTMLKit
import HTTPTypes
import Hummingbird
import NIOCore
import ProcessorSimulator

/// The processor's pages for people, on HTTP.
enum PageResponder {
    /// Octets that a form may have.
    static let longestForm = 64 << 10

    /// The page that a request asks for; a form that is too long or a path that cannot be read is refused.
    static func respond(to request: Request, _ processor: SimulatedProcessor) async -> Response {
        var request = request
        guard let path = request.uri.path.removingPercentEncoding else {
            return Response(status: .badRequest)
        }
        guard let body = try? await request.collectBody(upTo: longestForm) else {
            return Response(status: .contentTooLarge)
        }
        return response(
            await PageRouter(processor: processor).answer(
                request.method.rawValue, path, query: request.uri.query ?? "",
                body: Array(body.readableBytesView)))
    }

    private static func response(_ answer: PageAnswer) -> Response {
        var headers = HTTPFields()
        headers[.cacheControl] = "no-store"
        switch answer {
        case .page(let status, let document):
            headers[.contentType] = "text/html; charset=utf-8"
            headers[.contentSecurityPolicy] = "default-src 'none'; style-src 'unsafe-inline'"
            return Response(
                status: HTTPResponse.Status(code: status), headers: headers,
                body: ResponseBody(byteBuffer: ByteBuffer(string: document.text)))
        case .redirect(let address):
            headers[.location] = address
            return Response(status: .seeOther, headers: headers)
        }
    }
}
