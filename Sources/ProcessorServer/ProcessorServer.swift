import Hummingbird
import Logging
public import ProcessorSimulator

/// The simulated processor on a socket: what speaks Stripe's API can use it as it is.
public struct ProcessorServer: Sendable {
    /// Where it listens, and what it logs.
    public struct Configuration: Sendable {
        /// `127.0.0.1`
        public var host = "127.0.0.1"
        /// 0 takes a free one.
        public var port = 12_111

        /// Loopback, port 12111.
        public init() {}
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

    /// Listens until the task is canceled or the process is told to end.
    ///
    /// - Parameter started: Is given the port once requests are taken.
    public func run(started: @escaping @Sendable (Int) -> Void) async throws {
        var logger = Logger(label: "processor")
        logger.logLevel = .error
        let application = Application(
            responder: ProcessorResponder(processor: processor),
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.host, port: configuration.port), serverName: nil),
            onServerRunning: { channel in started(channel.localAddress?.port ?? 0) }, logger: logger)
        try await application.runService()
    }
}
