import HTTPTypes
import NIOCore
import NIOHTTPTypes
import Synchronization

/// The connections of a listener. If there are many, each new connection closes the one that has waited
/// longest for a request, so that slow clients do not exclude other clients.
///
/// A connection is waiting if its request has not arrived completely. Connections wait during the TLS
/// handshake, while the headers and the body arrive, and between two requests. A connection whose response is
/// being prepared or sent, such as an event stream, is not waiting.
final class WaitingConnections: Sendable {
    private struct Open: ~Copyable {
        var table: ConnectionTable
        /// For each connection, a function that closes it. The function does nothing if the connection has
        /// received a request in the meantime.
        var closings: [UInt64: @Sendable () -> Void] = [:]
    }

    private let open: Mutex<Open>

    /// Creates the connections of a listener.
    ///
    /// - Parameter limit: The maximum number of connections, at least 2.
    init(limit: Int) { open = Mutex(Open(table: ConnectionTable(limit: limit))) }

    /// Returns the handler for a new connection. It must come after the HTTP codec in the pipeline.
    func handler() -> any RemovableChannelHandler { ConnectionHandler(self) }

    /// Closes the connection that has waited longest.
    func makeRoom() {
        let closing = open.withLock { open in
            open.table.chooseLongestWaiting().flatMap { open.closings[$0] }
        }
        closing?()
    }

    /// Adds a connection, and returns its id. If there are many connections, closes the one that has waited
    /// longest.
    fileprivate func add(closing: @escaping @Sendable (_ id: UInt64) -> Void) -> UInt64 {
        let (opened, leaving) = open.withLock { open in
            let (opened, leaving) = open.table.open()
            open.closings[opened] = { closing(opened) }
            return (opened, leaving.flatMap { open.closings[$0] })
        }
        leaving?()
        return opened
    }

    fileprivate func begin(_ id: UInt64) { open.withLock { $0.table.begin(id) } }

    fileprivate func wait(_ id: UInt64) {
        let closing = open.withLock { open in open.table.wait(id).flatMap { open.closings[$0] } }
        closing?()
    }

    fileprivate func answer(_ id: UInt64) { open.withLock { $0.table.answer(id) } }

    fileprivate func isLeaving(_ id: UInt64) -> Bool { open.withLock { $0.table.isLeaving(id) } }

    fileprivate func remove(_ id: UInt64) {
        open.withLock { open in
            open.table.close(id)
            open.closings[id] = nil
        }
    }
}

/// A handler that reports whether a connection is waiting for a request.
private final class ConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let connections: WaitingConnections
    private var id: UInt64 = 0
    /// The number of requests whose headers have arrived and whose response is not complete.
    private var requests = 0
    /// Whether headers have arrived but the end of the request has not.
    private var isReading = false
    /// The number of responses that have begun but are not sent completely.
    private var responses = 0

    init(_ connections: WaitingConnections) { self.connections = connections }

    private var isAnswering: Bool { responses > 0 || requests > (isReading ? 1 : 0) }

    func handlerAdded(context: ChannelHandlerContext) {
        let closer = ConnectionCloser()
        do {
            try context.pipeline.syncOperations.addHandler(closer, position: .first)
        } catch {
            // The connection has been closed already.
            return
        }
        let (loop, connections) = (context.eventLoop, connections)
        let bound = NIOLoopBound(closer, eventLoop: loop)
        let id = connections.add { id in
            loop.execute {
                if connections.isLeaving(id) { bound.value.close() }
            }
        }
        self.id = id
        context.channel.closeFuture.whenComplete { _ in connections.remove(id) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            let wasAnswering = isAnswering
            requests += 1
            isReading = true
            if !wasAnswering { connections.begin(id) }
        case .body: break
        case .end:
            isReading = false
            if isAnswering { connections.answer(id) }
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head) where head.status.kind != .informational:
            if !isAnswering { connections.answer(id) }
            responses += 1
        case .head, .body: break
        case .end:
            // If the client reads slowly, the end of the response is sent later than it is written.
            let sent = promise ?? context.eventLoop.makePromise()
            sent.futureResult.assumeIsolated().whenComplete { _ in self.responseEnded() }
            return context.write(data, promise: sent)
        }
        context.write(data, promise: promise)
    }

    private func responseEnded() {
        responses -= 1
        // A request that cannot be parsed gets a response, but was not counted.
        requests = max(0, requests - 1)
        if !isAnswering { connections.wait(id) }
    }
}

/// A handler that closes a connection immediately. A normal close would pass through all handlers, including
/// TLS, which waits for the client's confirmation.
private final class ConnectionCloser: ChannelOutboundHandler, RemovableChannelHandler {
    typealias OutboundIn = NIOAny

    private var context: ChannelHandlerContext?

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func close() { context?.close(promise: nil) }
}
