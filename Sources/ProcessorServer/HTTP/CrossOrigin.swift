import Foundation
import HTTPTypes
import Hummingbird
import ProcessorSimulator
import TextKit

/// The rules for requests that a web page from any origin can send. Stripe accepts these requests with a
/// publishable key.
///
/// Source: WHATWG Fetch, "CORS protocol"; Stripe documentation, "API keys", "Publishable keys".
enum CrossOrigin {
    /// Returns whether a web page from any origin can send this request. For a preflight request, returns
    /// whether the page can send a GET or POST request to the same path.
    static func isOpen(_ request: Request) -> Bool {
        guard let path = request.uri.path.percentDecoded else { return false }
        let method = request.method == .options ? nil : request.method.rawValue
        return SimulatedProcessor.isOpenToPages(method, path)
    }

    /// The response to a preflight request. It permits the browser to send the actual request.
    static var preflight: Response {
        var headers = ProcessorResponder.always
        allow(&headers)
        headers[.accessControlAllowMethods] = "GET, POST"
        headers[.accessControlAllowHeaders] =
            "Authorization, Content-Type, Idempotency-Key, Stripe-Account, Stripe-Version"
        headers[.accessControlMaxAge] = "300"
        return Response(status: .noContent, headers: headers)
    }

    /// Adds the headers that allow a web page from any origin to read the response.
    static func allow(_ headers: inout HTTPFields) {
        headers[.accessControlAllowOrigin] = "*"
        headers[.accessControlExposeHeaders] = "Request-Id, Stripe-Version"
    }
}
