import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import ServerKit
import ServiceLifecycle

/// An additional port of the server, either for metrics or for redirects to HTTPS.
public struct AuxiliaryListener: Sendable {
    /// The purpose of a listener.
    public enum Purpose: Sendable {
        /// Serves metrics at `/metrics`. The closure returns the text, and is called for each request.
        case metrics(@Sendable () async -> String)
        /// Redirects page requests to the same path over HTTPS, with status 308. Requests to the API and
        /// requests with an `Authorization` header are refused. The closure is called for each request that
        /// is refused because of this header.
        case redirect(refused: @Sendable (APICall) async -> Void)
    }

    public var purpose: Purpose
    /// The IP address to listen on, such as `127.0.0.1`.
    public var host: String
    /// The port; 0 chooses a free one.
    public var port: Int
    /// Called with the port after this listener has started and the server has begun to serve the pages.
    public var started: @Sendable (Int) -> Void

    public init(
        _ purpose: Purpose, host: String, port: Int, started: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
        self.purpose = purpose
        self.host = host
        self.port = port
        self.started = started
    }
}

extension AuxiliaryListener {
    /// The maximum number of simultaneous connections.
    static let mostConnections = 64

    /// Returns the service for this port.
    ///
    /// - Parameters:
    ///   - limits: The limits for requests.
    ///   - connections: The maximum number of simultaneous connections.
    ///   - hosts: The host names that clients may use for this listener.
    ///   - opened: A stream without elements that ends when the server starts to serve the pages.
    ///   - address: Returns the public address of the pages; nil before they are served.
    func service(
        limits: SiteServer.Limits, connections: Int, hosts: HostPolicy, opened: AsyncStream<Void>,
        address: @escaping @Sendable () -> SiteAddress?
    ) -> any Service {
        let socket = ListeningSocket(
            host: host, port: port, connections: connections, channel: limits.channel,
            headTimeout: .seconds(limits.headerSeconds))
        return switch purpose {
        case .metrics(let text):
            service(answering: MetricsResponder(text: text, hosts: hosts), on: socket, opened: opened)
        case .redirect(let refused):
            service(
                answering: RedirectResponder(
                    address: address, limits: limits, hosts: hosts, refused: refused),
                on: socket, opened: opened)
        }
    }

    private func service(
        answering responder: some HTTPResponder<TapContext>, on socket: ListeningSocket,
        opened: AsyncStream<Void>
    ) -> any Service {
        let started = started
        let application = Application(
            responder, on: socket,
            started: { channel in
                for await _ in opened {}
                // The wait also ends if the pages could not be served.
                if !Task.isCancelled { started(channel.localAddress?.port ?? 0) }
            })
        return SideService(application: application, address: "\(host):\(port)")
    }
}

/// The service for an additional port. Its errors name this port instead of the port that serves the pages.
private struct SideService: Service {
    let application: any Service
    let address: String

    func run() async throws {
        do {
            try await application.run()
        } catch {
            if let error = ListenError(error, address: address) { throw error }
            throw error
        }
    }
}

/// The responder of the metrics port. It serves the metrics at `/metrics`, and responds to other paths with
/// status 404.
struct MetricsResponder: HTTPResponder {
    /// Returns the current metrics as text.
    let text: @Sendable () async -> String
    let hosts: HostPolicy

    func respond(to request: Request, context: TapContext) async throws -> Response {
        if let refused = hosts.refusal(of: request.head, isSafe: true) {
            return Response(
                refused.status.code, PageHeaders.of(type: "text/plain; charset=utf-8"),
                refused.sentence + "\n")
        }
        let path = (request.head.path ?? "/").targetPath
        guard path == "/metrics", [.get, .head].contains(request.method) else {
            let headers = PageHeaders.of(type: "text/plain; charset=utf-8")
            return Response(404, headers, "This port accepts only GET and HEAD requests for /metrics.\n")
        }
        let isHead = request.method == .head
        return Response(
            200, PageHeaders.of(type: MetricsText.contentType), isHead ? "" : await text(),
            withBody: !isHead)
    }
}

/// The responder that redirects plain HTTP requests to the same page over TLS.
struct RedirectResponder: HTTPResponder {
    /// Returns the public address of the pages; nil before they are served. The address never comes from a
    /// request's `Host` header.
    let address: @Sendable () -> SiteAddress?
    let limits: SiteServer.Limits
    let hosts: HostPolicy
    /// Called for each request that is refused because it contains an `Authorization` header.
    let refused: @Sendable (APICall) async -> Void

    func respond(to request: Request, context: TapContext) async throws -> Response {
        let target = request.head.path ?? "/"
        var headers = PageHeaders.of()
        headers[.connection] = "close"
        if let refused = hosts.refusal(of: request.head, isSafe: true) {
            return Response(status: refused.status, headers: headers)
        }
        // A redirect would let a client keep sending its key over plain HTTP unnoticed.
        if let key = request.headers[.authorization] {
            let client = context.peer.flatMap { $0.isLoopback ? nil : $0.text }
            await refused(
                APICall(request.method.rawValue, target, authorization: key, client: client))
            headers[.contentType] = "text/plain; charset=utf-8"
            return Response(
                403, headers,
                "This key was sent without encryption. Replace the key, and use https.\n")
        }
        // Only pages for people are redirected. A program must learn that its address is wrong.
        let path = target.targetPath
        guard path != "/api", !path.hasPrefix("/api/") else {
            headers[.contentType] = "text/plain; charset=utf-8"
            return Response(403, headers, "The API accepts requests only over https.\n")
        }
        guard target.utf8.count <= limits.targetBytes else {
            return Response(status: .uriTooLong, headers: headers)
        }
        guard let address = address() else { return Response(status: .serviceUnavailable, headers: headers) }
        headers[.location] = address.text + (target.hasPrefix("/") ? target : "/")
        return Response(status: .permanentRedirect, headers: headers)
    }
}
