import Giving
import Hummingbird
import HummingbirdCore
import NIOCore
import PaymentCore
public import ServerKit
import ServiceLifecycle
import Synchronization
public import TLSKit

/// An HTTP server for the pages of a giving site.
public struct SiteServer: Sendable {
    /// The limits for requests and connections.
    public struct Limits: Sendable {
        /// The maximum size of a request's path and query together, in bytes.
        public var targetBytes = 9 << 10
        /// The maximum total size of a request's headers, in bytes.
        public var headerBytes = 16 << 10
        /// The maximum number of headers in a request.
        public var headers = 100
        /// The maximum size of a form, in bytes.
        public var formBytes = 32 << 10
        /// The maximum size of an event from the processor, in bytes. An event that contains all lines of an
        /// invoice can be large.
        public var eventBytes = 256 << 10
        /// The maximum number of seconds for receiving the body of a form.
        public var formSeconds: Int64 = 15
        /// The maximum number of seconds for receiving the headers of a request, counted from the request's
        /// first byte.
        public var headerSeconds: Int64 = 15
        /// The number of seconds after which an idle connection is closed.
        public var idleSeconds: Int64 = 60
        /// The maximum number of simultaneous connections on all ports together. The server lowers this
        /// number if the process's limit on open files is too low.
        public var connections = ServerLimits.mostConnections

        public init() {}
    }

    /// The server's address, limits and timing.
    public struct Configuration: Sendable {
        /// The IP address to listen on.
        public var host = "127.0.0.1"
        /// The port to listen on; 0 chooses a free port.
        public var port = 8080
        /// The public address for links in e-mails; nil to use the listening address.
        public var publicAddress: SiteAddress?
        /// Other names by which clients may address this server, such as the name of a container. The host of
        /// ``publicAddress`` is always allowed.
        public var allowedHosts: [String] = []
        /// The limits for requests and connections.
        public var limits = Limits()
        /// The maximum number of seconds that the server waits for open requests when it shuts down.
        public var endSeconds: Int64 = 10
        /// The number of seconds between two runs of background work.
        public var tendSeconds: Int64 = 10
        /// The TLS certificate and its key; nil to serve plain HTTP.
        public var tls: TLSIdentity?
        /// The rate limits per network address.
        public var rates = RateLimits()
        /// The proxies that are trusted to report the addresses of clients.
        public var proxies = TrustedProxies()
        /// The clock for measuring the duration of requests and for the rate limits.
        public var clock = MonotonicClock.system

        /// Creates the default configuration: 127.0.0.1, port 8080.
        public init() {}

        /// The policy for the host names in requests for the pages.
        var hostPolicy: HostPolicy { hostPolicy(listeningOn: host) }

        /// Returns the policy for the host names in requests to one of this server's ports.
        ///
        /// - Parameter host: The IP address on which that port listens.
        func hostPolicy(listeningOn host: String) -> HostPolicy {
            HostPolicy(
                listeningOn: host, names: allowedHosts + [publicAddress?.authority].compactMap(\.self))
        }
    }

    private let configuration: Configuration

    public init(_ configuration: Configuration) { self.configuration = configuration }

    /// Serves a site until the task is canceled. The server then waits for open requests, but only for a
    /// limited time.
    ///
    /// - Parameters:
    ///   - tend: Does one run of background work: it completes interrupted calls to the processor, and
    ///     handles renewals. The server calls it repeatedly.
    ///   - observers: The observers that receive a report of each request.
    ///   - listeners: Additional ports, which are open as long as this one.
    ///   - started: Called with the port when the server accepts requests.
    /// - Throws: `ListenError` if the server cannot listen.
    public func serve(
        _ site: TapController, tend: @escaping @Sendable () async -> Void,
        observers: [any RequestObserver] = [], listeners: [AuxiliaryListener] = [],
        started: @escaping @Sendable (Int) -> Void
    ) async throws {
        let limits = configuration.limits
        let connections = min(limits.connections, ServerLimits.connections)
        let sideConnections = min(AuxiliaryListener.mostConnections, max(2, connections / 8))
        let place = Place()
        let sides = listeners.map { listener in
            let (opened, open) = AsyncStream<Void>.makeStream()
            let hosts = configuration.hostPolicy(listeningOn: listener.host)
            return (
                service: listener.service(
                    limits: limits, connections: sideConnections, hosts: hosts, opened: opened
                ) { place.address },
                open: open
            )
        }
        let socket = ListeningSocket(
            host: configuration.host, port: configuration.port,
            connections: connections - sides.count * sideConnections, channel: limits.channel,
            headTimeout: .seconds(limits.headerSeconds))
        let application = Application(
            TapResponder(site, configuration, observers: observers),
            on: socket, secure: try configuration.tls?.secure(socket.http),
            services: [
                TendingService(seconds: configuration.tendSeconds, tend: tend),
                TendingService(seconds: 1) {
                    guard let address = place.address else { return }
                    await site.sendLinks(leadingTo: address)
                },
                TendingService(seconds: 1) {
                    guard let address = place.address else { return }
                    await site.sendNotices(leadingTo: address)
                },
            ] + [site.webhooks].compactMap(\.self).map(WebhookService.init) + sides.map { $0.service },
            started: { channel in
                let port = channel.localAddress?.port ?? 0
                place.take(address(port: port))
                started(port)
                for side in sides { side.open.finish() }
            })
        let storing = Self.storingTaps(of: site)
        let ended: Result<Void, any Error>
        do {
            ended = .success(
                try await application.runUntilCanceled(
                    at: "\(configuration.host):\(configuration.port)", endSeconds: configuration.endSeconds))
        } catch {
            ended = .failure(error)
        }
        storing.cancel()
        await storing.value
        await site.storeTaps()
        try ended.get()
    }

    /// Stores the taps of opened pages every second, until the task is canceled. The server's services end at
    /// the beginning of a shutdown, but open requests can still record taps. Therefore this task is not one
    /// of the services.
    private static func storingTaps(of site: TapController) -> Task<Void, Never> {
        Task.detached {
            while (try? await Task.sleep(for: .seconds(1))) != nil { await site.storeTaps() }
        }
    }

    /// Returns the configured public address of the pages. If no address is configured, returns the listening
    /// address with the given port.
    private func address(port: Int) -> SiteAddress? {
        let host = configuration.host
        return configuration.publicAddress
            ?? SiteAddress(
                "\(configuration.tls == nil ? "http" : "https")://\(host.contains(":") ? "[\(host)]" : host):\(port)"
            )
    }
}

/// The public address of the pages, which is set when the server starts to serve them.
private final class Place: Sendable {
    private let kept = Mutex<SiteAddress?>(nil)

    var address: SiteAddress? { kept.withLock { $0 } }

    func take(_ address: SiteAddress?) { kept.withLock { $0 = address } }
}

extension SiteServer.Limits {
    /// The settings of HTTP connections: the limits, and the idle timeout.
    var channel: HTTP1Channel.Configuration {
        HTTP1Channel.Configuration(
            idleTimeout: .seconds(idleSeconds),
            httpDecoderConfiguration: HTTP1Channel.Configuration.DecoderConfiguration(
                maxHeaderFieldSize: headerBytes, maxHeaderListSize: headerBytes, maxHeaderFieldCount: headers)
        )
    }
}

/// A service that handles the processor's events until the server shuts down.
private struct WebhookService: Service {
    let handler: any WebhookHandler

    func run() async throws {
        await cancelWhenGracefulShutdown { await handler.work() }
    }
}

/// A service that does the background work repeatedly until the server shuts down.
private struct TendingService: Service {
    let seconds: Int64
    let tend: @Sendable () async -> Void

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await tend()
                do { try await Task.sleep(for: .seconds(seconds)) } catch { return }
            }
        }
    }
}
