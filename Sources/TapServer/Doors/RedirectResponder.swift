import HTTPTypes
import Hummingbird
import NIOCore

/// Sends whoever comes over plain HTTP to the same page over TLS.
struct RedirectResponder: HTTPResponder {
    /// Where the pages are; nil as long as they are not served. Never what a request says of its host.
    let address: @Sendable () -> SiteAddress?
    let limits: SiteServer.Limits

    func respond(to request: Request, context: TapContext) async throws -> Response {
        let target = request.head.path ?? "/"
        var headers = PageHeaders.of(nil)
        headers[.connection] = "close"
        guard target.utf8.count <= limits.targetBytes else {
            return Response(status: .uriTooLong, headers: headers)
        }
        guard let address = address() else { return Response(status: .serviceUnavailable, headers: headers) }
        headers[.location] = address.text + (target.hasPrefix("/") ? target : "/")
        return Response(status: .permanentRedirect, headers: headers)
    }
}
