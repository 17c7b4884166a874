import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
public import ProcessorSimulator
import ServerKit
import ServiceLifecycle

/// The simulated processor on a socket: what speaks Stripe's API can use it as it is.
public struct ProcessorServer: Sendable {
    /// Where it listens, and what it refuses and logs.
    public struct Configuration: Sendable {
        /// `127.0.0.1`
        public var host = "127.0.0.1"
        /// 0 takes a free one.
        public var port = 12_111
        /// Refuse a `Stripe-Version` other than the one it answers in.
        public var isStrict = false
        /// Write a line for each request on stderr.
        public var isVerbose = false
        /// How long a client may take over a request, or between two, in seconds.
        public var idleSeconds: Int64 = 60
        /// How long open requests may take when it ends, in seconds.
        public var endSeconds: Int64 = 5
        /// How events are delivered; nil where this server delivers none.
        public var webhooks: WebhookDeliverer.Configuration? = WebhookDeliverer.Configuration()
        /// What goes wrong between its socket and the processor, besides the faults that the processor's file keeps.
        public var line: FaultLine?

        /// Loopback, port 12111.
        public init() {}

        /// `http://127.0.0.1:12111`; an address of IPv6 stands in brackets.
        public func address(port: Int) -> String {
            "http://\(host.contains(":") ? "[\(host)]" : host):\(port)"
        }
    }

    /// The version of Stripe's API whose shapes it answers in.
    public static let apiVersion = SimulatedProcessor.apiVersion

    private let processor: SimulatedProcessor
    private let configuration: Configuration

    /// A server in front of a processor.
    public init(processor: SimulatedProcessor, configuration: Configuration) {
        self.processor = processor
        self.configuration = configuration
    }

    /// Listens until the task is canceled; then open requests have their time to end.
    ///
    /// The processor's pages stand at the address that was taken: with port 0 that is known only then.
    ///
    /// - Parameter started: Is given the port once requests are taken.
    /// - Throws: `ListenError` where it cannot listen.
    public func run(started: @escaping @Sendable (Int) -> Void) async throws {
        let deliverers = configuration.webhooks.map { webhooks in
            DelivererService(deliverer: WebhookDeliverer(processor: processor, configuration: webhooks))
        }
        let application = Application(
            responder: ProcessorResponder(
                processor: processor, isStrict: configuration.isStrict, isVerbose: configuration.isVerbose,
                line: configuration.line),
            server: .http1(
                configuration: HTTP1Channel.Configuration(idleTimeout: .seconds(configuration.idleSeconds))),
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.host, port: configuration.port), serverName: nil,
                backlog: ServerLimits.backlog),
            services: deliverers.map { [$0] } ?? [],
            onServerRunning: { [processor, configuration] channel in
                let port = channel.localAddress?.port ?? configuration.port
                processor.servePages(at: configuration.address(port: port))
                started(port)
            }, logger: .silent)
        try await application.runUntilCanceled(
            at: "\(configuration.host):\(configuration.port)", endSeconds: configuration.endSeconds)
    }
}

/// The deliverer among the server's services.
private struct DelivererService: Service {
    let deliverer: WebhookDeliverer

    func run() async throws {
        try await cancelWhenGracefulShutdown { try await deliverer.run() }
    }
}
