public import Logging
public import ServiceLifecycle

extension Logger {
    /// A logger that discards all messages. It is passed to libraries that would otherwise log their own
    /// startup and shutdown.
    public static var silent: Logger { Logger(label: "silent") { _ in SwiftLogNoOpLogHandler() } }
}

extension Service {
    /// Runs a server until the task is canceled. Requests in progress at that time have a limited time to
    /// finish.
    ///
    /// - Parameters:
    ///   - address: The address and port for error messages, such as `127.0.0.1:12111`.
    ///   - endSeconds: The number of seconds that requests have to finish before their connections are
    ///     closed.
    /// - Throws: ``ListenError`` if the server cannot listen, or any other error that stops the server.
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
            // If the task was canceled, the error only means that some requests did not finish in time.
            if !Task.isCancelled { throw error }
        }
    }
}
