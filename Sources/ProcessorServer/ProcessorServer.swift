import Hummingbird
import HummingbirdCore
import NIOCore
public import ProcessorSimulator
import ServerKit
import ServiceLifecycle

/// An HTTP server for the simulated processor. Clients of Stripe's API can use it without changes.
public struct ProcessorServer: Sendable {
    /// The server's address, limits, logging and faults.
    public struct Configuration: Sendable {
        /// The address to listen on.
        public var host = "127.0.0.1"
        /// The port, or 0 for any free port.
        public var port = 12_111
        /// Other host names that clients use for this server, such as the name of a container.
        public var allowedHosts: [String] = []
        /// Whether the server refuses requests whose `Stripe-Version` is not one of the simulated releases
        /// (``APIVersions/releases``). If false, the server handles such requests as requests for version
        /// ``ProcessorServer/apiVersion``.
        public var isStrict = false
        /// Whether the server logs each request to stderr.
        public var isVerbose = false
        /// The number of seconds without incoming data after which the server closes a connection. The
        /// connection stays open while the server responds to a request that it has received completely.
        public var idleSeconds: Int64 = 60
        /// The maximum number of seconds for receiving the body of a request.
        public var bodySeconds: Int64 = 15
        /// The time, in seconds, that open requests have to finish when the server shuts down.
        public var endSeconds: Int64 = 5
        /// The settings for the delivery of webhooks. Nil if this server delivers no webhooks.
        public var webhooks: WebhookDeliverer.Configuration? = WebhookDeliverer.Configuration()
        /// The faults that the server injects, in addition to the fault rules in the processor's database.
        /// Nil for no additional faults.
        public var line: FaultLine?

        /// Creates a configuration for the loopback address and port 12111.
        public init() {}

        /// Returns the server's URL, such as `http://127.0.0.1:12111`. An IPv6 address is enclosed in
        /// brackets.
        public func address(port: Int) -> String {
            "http://\(host.contains(":") ? "[\(host)]" : host):\(port)"
        }
    }

    /// The version of Stripe's API that the server implements.
    public static let apiVersion = SimulatedProcessor.apiVersion

    private let processor: SimulatedProcessor
    private let configuration: Configuration

    /// Creates a server for a processor.
    public init(processor: SimulatedProcessor, configuration: Configuration) {
        self.processor = processor
        self.configuration = configuration
    }

    /// Runs the server until the task is canceled. Open requests then have time to finish.
    ///
    /// With port 0, the system chooses the port. The URLs of the processor's pages contain that port.
    ///
    /// - Parameter started: A closure that the server calls with its port as soon as it accepts requests.
    /// - Throws: `ListenError` if the server cannot listen.
    public func run(started: @escaping @Sendable (Int) -> Void) async throws {
        let deliverers = configuration.webhooks.map { webhooks in
            DelivererService(deliverer: WebhookDeliverer(processor: processor, configuration: webhooks))
        }
        let application = Application(
            ProcessorResponder(
                processor: processor, isStrict: configuration.isStrict, isVerbose: configuration.isVerbose,
                line: configuration.line,
                hosts: HostPolicy(listeningOn: configuration.host, names: configuration.allowedHosts),
                deadlines: BodyDeadlines(limit: .seconds(configuration.bodySeconds))),
            on: ListeningSocket(
                host: configuration.host, port: configuration.port, connections: ServerLimits.connections,
                channel: HTTP1Channel.Configuration(idleTimeout: .seconds(configuration.idleSeconds))),
            services: deliverers.map { [$0] } ?? [],
            started: { [processor, configuration] channel in
                let port = channel.localAddress?.port ?? configuration.port
                processor.servePages(at: configuration.address(port: port))
                started(port)
            })
        try await application.runUntilCanceled(
            at: "\(configuration.host):\(configuration.port)", endSeconds: configuration.endSeconds)
    }
}

/// A service that runs the webhook deliverer until the server shuts down.
private struct DelivererService: Service {
    let deliverer: WebhookDeliverer

    func run() async throws {
        try await cancelWhenGracefulShutdown { try await deliverer.run() }
    }
}

/// A server for a simulated processor. It uses a free local port, and runs in this process until ``end()`` is
/// called.
public struct LoopbackServer: Sendable {
    /// The base URL, such as `http://127.0.0.1:40123`.
    public let address: String
    private let running: RunningServer

    /// Starts a server for a processor. When this initializer returns, the server accepts requests.
    ///
    /// - Parameters:
    ///   - processor: The processor that executes the requests.
    ///   - line: The faults that the server injects, or nil for no faults.
    ///   - bodySeconds: The maximum number of seconds for receiving the body of a request.
    /// - Throws: `ListenError` if the port cannot be opened.
    public init(
        _ processor: SimulatedProcessor, line: FaultLine? = nil, bodySeconds: Int64 = 15
    ) async throws {
        var configuration = ProcessorServer.Configuration()
        configuration.port = 0
        configuration.bodySeconds = bodySeconds
        configuration.line = line
        // A processor that was created in this process has no endpoints, or delivers its events itself.
        configuration.webhooks = nil
        let server = ProcessorServer(processor: processor, configuration: configuration)
        running = try await RunningServer { try await server.run(started: $0) }
        address = configuration.address(port: running.port)
    }

    /// Stops the server from accepting requests. Open requests have time to finish.
    public func end() { running.end() }

    /// Stops the server, and waits until all work has ended.
    public func ended() async { await running.ended() }
}
