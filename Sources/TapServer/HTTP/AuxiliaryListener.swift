import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import ServerKit
import ServiceLifecycle

/// Another port of the server, which serves one thing.
public struct AuxiliaryListener: Sendable {
    /// The purpose of a listener.
    public enum Purpose: Sendable {
        /// Metrics at `/metrics`. The text is created for each request.
        case metrics(@Sendable () async -> String)
        /// Redirects to HTTPS: 308 to the same page.
        case redirect
    }

    /// The purpose of this listener.
    public var purpose: Purpose
    /// `127.0.0.1`
    public var host: String
    /// 0 takes a free one.
    public var port: Int
    /// Is given the port once requests are taken, after the pages are served.
    public var started: @Sendable (Int) -> Void

    /// Another port.
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
    private static let mostConnections = 64

    /// The port as a service beside the pages.
    ///
    /// - Parameters:
    ///   - opened: Ends once the pages are served.
    ///   - address: Where people reach the pages; nil as long as they are not served.
    func service(
        limits: SiteServer.Limits, opened: AsyncStream<Void>, address: @escaping @Sendable () -> SiteAddress?
    ) -> any Service {
        switch purpose {
        case .metrics(let text):
            service(answering: MetricsResponder(text: text), limits: limits, opened: opened)
        case .redirect:
            service(
                answering: RedirectResponder(address: address, limits: limits), limits: limits, opened: opened
            )
        }
    }

    private func service(
        answering responder: some HTTPResponder<TapContext>, limits: SiteServer.Limits,
        opened: AsyncStream<Void>
    ) -> any Service {
        let started = started
        let application = Application(
            responder: responder,
            server: .http1(configuration: limits.channel),
            configuration: ApplicationConfiguration(
                address: .hostname(host, port: port), serverName: nil,
                availableConnectionsDelegate: .maximum(Self.mostConnections, logger: .silent)),
            onServerRunning: { channel in
                for await _ in opened {}
                // Pages that could not be served end the wait, too.
                if !Task.isCancelled { started(channel.localAddress?.port ?? 0) }
            }, logger: .silent)
        return SideService(application: application, address: "\(host):\(port)")
    }
}

/// A port whose error names it, and not that of the pages.
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

/// Metrics, and nothing else.
struct MetricsResponder: HTTPResponder {
    /// Returns the current text.
    let text: @Sendable () async -> String

    func respond(to request: Request, context: TapContext) async throws -> Response {
        let path = (request.head.path ?? "/").targetPath
        guard path == "/metrics", [.get, .head].contains(request.method) else {
            let headers = PageHeaders.of(type: "text/plain; charset=utf-8")
            return Response(404, headers, "metrics are at /metrics\n")
        }
        let isHead = request.method == .head
        return Response(
            200, PageHeaders.of(type: MetricsText.contentType), isHead ? "" : await text(),
            withBody: !isHead)
    }
}

/// Redirects plain HTTP requests to the same page over TLS.
struct RedirectResponder: HTTPResponder {
    /// The address of the pages; nil until they are served. It never comes from a request's host.
    let address: @Sendable () -> SiteAddress?
    let limits: SiteServer.Limits

    func respond(to request: Request, context: TapContext) async throws -> Response {
        let target = request.head.path ?? "/"
        var headers = PageHeaders.of()
        headers[.connection] = "close"
        guard target.utf8.count <= limits.targetBytes else {
            return Response(status: .uriTooLong, headers: headers)
        }
        guard let address = address() else { return Response(status: .serviceUnavailable, headers: headers) }
        headers[.location] = address.text + (target.hasPrefix("/") ? target : "/")
        return Response(status: .permanentRedirect, headers: headers)
    }
}
