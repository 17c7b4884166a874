/// A server that runs in the background of this process until it is shut down.
public struct RunningServer: Sendable {
    /// The port on which the server listens.
    public let port: Int
    private let running: Task<Void, any Error>

    /// Starts a server and waits until it listens. The server runs until ``end()`` is called.
    ///
    /// - Parameter run: Runs the server until its task is canceled. It must call `started` with the port when
    ///   the server accepts requests.
    /// - Throws: The error that `run` throws if the server cannot listen.
    public init(
        _ run: @escaping @Sendable (_ started: @escaping @Sendable (Int) -> Void) async throws -> Void
    ) async throws {
        let (ports, reported) = AsyncStream<Int>.makeStream()
        running = Task {
            defer { reported.finish() }
            try await run { reported.yield($0) }
        }
        guard let port = await ports.first(where: { _ in true }) else {
            // The server ended before it began to listen, because it failed or was canceled.
            try await running.value
            throw CancellationError()
        }
        self.port = port
    }

    /// Begins to shut the server down, and returns immediately. The server accepts no new requests, and the
    /// requests in progress have a limited time to finish.
    public func end() { running.cancel() }

    /// Shuts the server down, and waits until it has stopped.
    public func ended() async {
        end()
        _ = try? await running.value
    }
}
