/// A server that this process runs beside its work, for as long as somebody needs it.
public struct RunningServer: Sendable {
    /// The port that it took.
    public let port: Int
    private let running: Task<Void, any Error>

    /// Starts a server; it listens when this returns, and until ``end()``.
    ///
    /// - Parameter run: Runs the server until its task is canceled; tells the port once requests are taken.
    /// - Throws: What `run` throws where it cannot listen.
    public init(
        _ run: @escaping @Sendable (_ started: @escaping @Sendable (Int) -> Void) async throws -> Void
    ) async throws {
        let (ports, reported) = AsyncStream<Int>.makeStream()
        running = Task {
            defer { reported.finish() }
            try await run { reported.yield($0) }
        }
        guard let port = await ports.first(where: { _ in true }) else {
            // It ended before it listened: with the error, or canceled.
            try await running.value
            throw CancellationError()
        }
        self.port = port
    }

    /// Takes no more requests; those that run have their time to end.
    public func end() { running.cancel() }

    /// Ends, and waits until nothing of it is left.
    public func ended() async {
        end()
        _ = try? await running.value
    }
}
