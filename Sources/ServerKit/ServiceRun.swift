public import Logging
public import ServiceLifecycle

extension Logger {
    /// A log that nobody reads: what a library wants to tell of its own life.
    public static var silent: Logger { Logger(label: "silent") { _ in SwiftLogNoOpLogHandler() } }
}

extension Service {
    /// Runs a server until the task is canceled; open requests then have some time to end.
    ///
    /// - Parameters:
    ///   - address: Where it listens, for the error: `127.0.0.1:12111`.
    ///   - endSeconds: How long open requests may take when it ends; what is open then is closed.
    /// - Throws: ``ListenError`` where it cannot listen.
    public func runUntilCanceled(at address: String, endSeconds: Int64) async throws {
        var configuration = ServiceGroupConfiguration(services: [self], logger: .silent)
        configuration.maximumGracefulShutdownDuration = .seconds(endSeconds)
        let group = ServiceGroup(configuration: configuration)
        let running = Task { try await group.run() }
        do {
            try await withTaskCancellationHandler {
                try await running.value
            } onCancel: {
                Task { await group.triggerGracefulShutdown() }
            }
        } catch {
            if let error = ListenError(error, address: address) { throw error }
            // Requests that did not end in time were ended.
            if !Task.isCancelled { throw error }
        }
    }
}
