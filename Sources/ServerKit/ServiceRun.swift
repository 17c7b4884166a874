public import Logging
public import ServiceLifecycle

extension Logger {
    /// A logger that discards everything, for libraries that log their lifecycle.
    public static var silent: Logger { Logger(label: "silent") { _ in SwiftLogNoOpLogHandler() } }
}

extension Service {
    /// Runs a server until the task is canceled. After that, requests in progress have a limited time to finish.
    ///
    /// - Parameters:
    ///   - address: The address and port for the error, such as `127.0.0.1:12111`.
    ///   - endSeconds: The number of seconds that requests may take to finish. After that time, their connections are
    ///     closed.
    /// - Throws: ``ListenError`` if the server cannot listen.
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
            // After a cancellation, the error only means that some requests did not finish in time.
            if !Task.isCancelled { throw error }
        }
    }
}
