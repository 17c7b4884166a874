import Glibc
import NIOCore

/// A handler that pauses a listener if the system temporarily lacks resources, such as file descriptors, to
/// accept a connection.
///
/// NIO's `AcceptBackoffHandler` only delays the next read. The listener would still be registered for
/// reading, and would retry in an endless loop.
final class AcceptPause: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = any Channel

    /// The errors that are temporary: a connection can be accepted after file descriptors are closed or
    /// memory is freed.
    ///
    /// Source: accept(2).
    private static let passing: Set<CInt> = [EMFILE, ENFILE, ENOBUFS, ENOMEM]

    private let connections: WaitingConnections
    private let pause: TimeAmount
    private var isPaused = false

    /// Creates the handler of a listener.
    ///
    /// - Parameters:
    ///   - connections: The listener's connections. When the system lacks resources, the connection that has
    ///     waited longest is closed.
    ///   - pause: The time until the listener tries again to accept a connection.
    init(_ connections: WaitingConnections, pause: TimeAmount = .milliseconds(100)) {
        self.connections = connections
        self.pause = pause
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let system = error as? IOError, Self.passing.contains(system.errnoCode) else {
            return context.fireErrorCaught(error)
        }
        connections.makeRoom()
        guard !isPaused else { return }
        isPaused = true
        let channel = context.channel
        // These fail only if the listener has been closed.
        try? channel.syncOptions?.setOption(.autoRead, value: false)
        context.eventLoop.assumeIsolated().scheduleTask(in: pause) {
            self.isPaused = false
            try? channel.syncOptions?.setOption(.autoRead, value: true)
        }
    }
}
