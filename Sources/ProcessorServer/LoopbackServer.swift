public import ProcessorSimulator
import ServerKit

/// A processor on a free port of this machine, served by this process for as long as somebody needs it.
public struct LoopbackServer: Sendable {
    /// `http://127.0.0.1:40123`
    public let address: String
    private let running: RunningServer

    /// Serves a processor; it is there when this returns, and until ``end()``.
    ///
    /// - Parameter line: What goes wrong between its socket and the processor.
    /// - Throws: `ListenError`
    public init(_ processor: SimulatedProcessor, line: FaultLine? = nil) async throws {
        var configuration = ProcessorServer.Configuration()
        configuration.port = 0
        configuration.line = line
        // Whoever made the processor in this process has no endpoints, or delivers by itself.
        configuration.webhooks = nil
        let server = ProcessorServer(processor: processor, configuration: configuration)
        running = try await RunningServer { try await server.run(started: $0) }
        address = configuration.address(port: running.port)
    }

    /// Takes no more requests; those that run have their time to end.
    public func end() { running.end() }

    /// Ends, and waits until nothing of it is left.
    public func ended() async { await running.ended() }
}
