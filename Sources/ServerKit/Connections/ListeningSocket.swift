public import Hummingbird
public import HummingbirdCore
public import NIOCore
public import ServiceLifecycle

/// The address of a listener, and the limits of its connections.
public struct ListeningSocket: Sendable {
    fileprivate let address: BindAddress
    fileprivate let limit: Int
    fileprivate let connections: WaitingConnections
    /// The server for connections over plain HTTP.
    public let http: HTTPServerBuilder

    /// Creates the address and the limits of a listener.
    ///
    /// - Parameters:
    ///   - host: The IP address to listen on.
    ///   - port: The port to listen on; 0 chooses a free port.
    ///   - connections: The maximum number of simultaneous connections. A number below 2 is raised to 2,
    ///     because one connection is always kept free for the next client.
    ///   - channel: The settings of each connection: the idle timeout, and the limits of a request's headers.
    ///   - headTimeout: The maximum time from the first octet of a request to the end of its headers.
    public init(
        host: String, port: Int, connections: Int, channel: HTTP1Channel.Configuration,
        headTimeout: TimeAmount = .seconds(15)
    ) {
        let limit = max(2, connections)
        let connections = WaitingConnections(limit: limit, headTimeout: headTimeout)
        var channel = channel
        channel.additionalChannelHandlers = { [connections.handler()] }
        address = .hostname(host, port: port)
        self.limit = limit
        self.connections = connections
        http = .http1(configuration: channel)
    }
}

extension Application {
    /// Creates a server. If many connections are open, the server closes waiting ones, so slow clients cannot
    /// lock out others.
    ///
    /// - Parameters:
    ///   - responder: Responds to each request.
    ///   - socket: The address to listen on, and the connection limits.
    ///   - secure: The server for connections over TLS; nil for plain HTTP.
    ///   - services: The services that run for as long as the server runs.
    ///   - started: Called with the listening channel when the server accepts connections.
    public init(
        _ responder: Responder, on socket: ListeningSocket, secure: HTTPServerBuilder? = nil,
        services: [any Service] = [], started: @escaping @Sendable (any Channel) async -> Void
    ) {
        let connections = socket.connections
        self.init(
            responder: responder, server: secure ?? socket.http,
            configuration: ApplicationConfiguration(
                address: socket.address, serverName: nil, backlog: ServerLimits.backlog,
                availableConnectionsDelegate: .maximum(socket.limit, logger: .silent)),
            services: services,
            onServerRunning: { channel in
                // This fails only if the listener has been closed.
                try? await channel.eventLoop.submit {
                    try channel.pipeline.syncOperations.addHandler(AcceptPause(connections), position: .first)
                }.get()
                await started(channel)
            }, logger: .silent)
    }
}
