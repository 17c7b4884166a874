import Foundation
import HTMLKit
import HTTPTypes
import Hummingbird
import NIOCore
import ProcessorSimulator
import ServerKit
import TextKit

/// A responder that serves the processor's web pages over HTTP.
enum PageResponder {
    /// The maximum size of a submitted form, in bytes.
    static let longestForm = 64 << 10

    /// Returns the requested page. Returns an error response if the form is too long or does not arrive in
    /// time, or if the path cannot be decoded.
    static func respond(
        to request: Request, _ processor: SimulatedProcessor, within deadlines: BodyDeadlines,
        on channel: any Channel
    ) async -> Response {
        guard let path = request.uri.path.percentDecoded else {
            return refusal(.badRequest, "The path is not valid percent-encoded UTF-8.")
        }
        let body: ByteBuffer
        do {
            body = try await deadlines.body(of: request, upTo: longestForm, on: channel)
        } catch is LongBody {
            return refusal(.contentTooLarge, "A form can have at most \(longestForm) octets.")
        } catch {
            // If the connection has been closed, this response is discarded.
            return refusal(.requestTimeout, "The form did not arrive in time. Go back and send it again.")
        }
        return response(
            await PageRouter(processor: processor).answer(
                request.method.rawValue, path, query: request.uri.query ?? "",
                body: Array(body.readableBytesView)))
    }

    /// The headers of every page. They prevent the browser from sending the page's URL to other sites,
    /// because the URL can contain a client secret.
    private static var headers: HTTPFields {
        var headers = ProcessorResponder.always
        headers[.referrerPolicy] = "no-referrer"
        return headers
    }

    /// Returns a plain-text error response. After sending this response, the server closes the connection,
    /// because it has not read the whole request.
    private static func refusal(_ status: HTTPResponse.Status, _ sentence: String) -> Response {
        var headers = headers
        headers[.contentType] = "text/plain; charset=utf-8"
        headers[.connection] = "close"
        return Response(
            status: status, headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(string: sentence + "\n")))
    }

    static func response(_ answer: ProcessorPageResponse, hasBody: Bool = true) -> Response {
        var headers = headers
        switch answer {
        case .page(let status, let document):
            headers[.contentType] = "text/html; charset=utf-8"
            // There is no `form-action`, because a form may redirect to the site that sent the customer here.
            headers[.contentSecurityPolicy] =
                "default-src 'none'; style-src \(document.style.source); base-uri 'none'; frame-ancestors 'none'"
            return Response(
                status: HTTPResponse.Status(code: status), headers: headers,
                body: ResponseBody(byteBuffer: ByteBuffer(string: hasBody ? document.text : "")))
        case .redirect(let address):
            headers[.location] = address
            return Response(status: .seeOther, headers: headers)
        case .pdf(let bytes, let name):
            headers[.contentType] = "application/pdf"
            headers[.contentDisposition] = "inline; filename=\"\(name)\""
            return Response(
                status: .ok, headers: headers,
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: hasBody ? bytes : [])))
        }
    }
}
