public import ProcessorSimulator

/// A processor on a free port of this machine, served by this process for as long as somebody needs it.
public struct LoopbackServer: Sendable {
    /// `http://127.0.0.1:40123`
    public let address: String
    private let running: Task<Void, any Error>

    /// Serves a processor; it is there when this returns, and until ``end()``.
    ///
    /// - Parameter line: What goes wrong between its socket and the processor.
    /// - Throws: ``ListenError``
    public init(_ processor: SimulatedProcessor, line: FaultLine? = nil) async throws {
        var configuration = ProcessorServer.Configuration()
        configuration.port = 0
        configuration.line = line
        // Whoever made the processor in this process has no endpoints, or delivers by itself.
        configuration.webhooks = nil
        let server = ProcessorServer(processor: processor, configuration: configuration)
        let (ports, port) = AsyncStream<Int>.makeStream()
        running = Task {
            defer { port.finish() }
            try await server.run { port.yield($0) }
        }
        var found: Int?
        for await port in ports {
            found = port
            break
        }
        guard let found else {
            // It ended before it listened: with the error, or canceled.
            try await running.value
            throw CancellationError()
        }
        address = "http://\(configuration.host):\(found)"
    }

    /// Takes no more requests; those that run have their time to end.
    public func end() { running.cancel() }
}
