import Hummingbird
import HummingbirdCore
import NIOCore
import ServerKit
import ServiceLifecycle

extension SideDoor {
    /// How many connections are served at a time.
    private static let mostConnections = 64

    /// The port as a service beside the pages.
    ///
    /// - Parameters:
    ///   - opened: Ends once the pages are served.
    ///   - address: Where people reach the pages; nil as long as they are not served.
    func service(
        limits: SiteServer.Limits, opened: AsyncStream<Void>, address: @escaping @Sendable () -> SiteAddress?
    ) -> any Service {
        switch purpose {
        case .metrics(let text):
            service(answering: MetricsResponder(text: text), limits: limits, opened: opened)
        case .redirect:
            service(
                answering: RedirectResponder(address: address, limits: limits), limits: limits, opened: opened
            )
        }
    }

    private func service(
        answering responder: some HTTPResponder<TapContext>, limits: SiteServer.Limits,
        opened: AsyncStream<Void>
    ) -> any Service {
        let started = started
        let application = Application(
            responder: responder,
            server: .http1(configuration: limits.channel),
            configuration: ApplicationConfiguration(
                address: .hostname(host, port: port), serverName: nil,
                availableConnectionsDelegate: .maximum(Self.mostConnections, logger: .silent)),
            onServerRunning: { channel in
                for await _ in opened {}
                // Pages that could not be served end the wait, too.
                if !Task.isCancelled { started(channel.localAddress?.port ?? 0) }
            }, logger: .silent)
        return SideService(application: application, address: "\(host):\(port)")
    }
}

/// A port whose error names it, and not that of the pages.
private struct SideService: Service {
    let application: any Service
    let address: String

    func run() async throws {
        do {
            try await application.run()
        } catch {
            if let error = ListenError(error, address: address) { throw error }
            throw error
        }
    }
}
