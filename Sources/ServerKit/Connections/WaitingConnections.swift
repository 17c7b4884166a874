import HTTPTypes
import NIOCore
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import Synchronization

/// The connections of a listener. If most of the permitted connections are in use, a new connection replaces
/// the one that has waited longest for a request. Slow clients therefore cannot lock out others.
///
/// A connection is waiting until its request has arrived completely: during the TLS handshake, while the
/// headers and the body arrive, and between two requests. A connection whose response is being prepared or
/// sent, such as an event stream, is not waiting.
final class WaitingConnections: Sendable {
    private struct Open: ~Copyable {
        var table: ConnectionTable
        /// The functions that close the connections, keyed by connection id. A function does nothing if its
        /// connection has received a request in the meantime.
        var closings: [UInt64: @Sendable () -> Void] = [:]
    }

    private let open: Mutex<Open>
    fileprivate let headTimeout: TimeAmount

    /// Creates an empty set of connections.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of connections, at least 2.
    ///   - headTimeout: The maximum time from the first octet of a request to the end of its headers. A
    ///     connection that exceeds this time is closed. For the first request of a connection, the time
    ///     includes the TLS handshake. The same limit applies to the rest of a request whose response has
    ///     already been sent.
    init(limit: Int, headTimeout: TimeAmount) {
        open = Mutex(Open(table: ConnectionTable(limit: limit)))
        self.headTimeout = headTimeout
    }

    /// Returns the handler for a new connection. Add the handler after the HTTP codec in the pipeline.
    func handler() -> any RemovableChannelHandler { ConnectionHandler(self) }

    /// Closes the connection that has waited longest.
    func makeRoom() {
        let closing = open.withLock { open in
            open.table.chooseLongestWaiting().flatMap { open.closings[$0] }
        }
        closing?()
    }

    /// Adds a connection, and returns its id. If most of the permitted connections are in use, closes the
    /// connection that has waited longest for a request.
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

/// A handler that reports whether its connection is waiting for a request. It closes the connection if the
/// headers of a request do not arrive in time, and after a response with the header `Connection: close`.
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
    /// The number of responses that have begun but have not been sent completely.
    private var responses = 0
    /// Whether the current read has delivered a request's headers, a part of its body, or its end.
    private var hasReadPart = false
    /// The timer for headers that have arrived only in part, or nil. Headers that arrive in one piece need no
    /// timer.
    private var headTimer: Scheduled<Void>?
    /// The timer that closes the connection if the rest of a request does not arrive in time after the
    /// response, or if the client does not close the connection after its last response. Otherwise nil.
    private var endTimer: Scheduled<Void>?
    /// Whether a response with the header `Connection: close` has begun. No request is accepted after it.
    private var hasLastResponse = false
    /// The parts of later requests that have arrived before the response to an earlier request was sent. They
    /// are delivered after that response. While there are any, nothing more is read.
    private var held: [HTTPRequestPart] = []
    /// Whether a read was postponed because ``held`` is not empty.
    private var wantsRead = false
    private var end: ConnectionEnd?

    init(_ connections: WaitingConnections) { self.connections = connections }

    private var isAnswering: Bool { responses > 0 || requests > (isReading ? 1 : 0) }

    func handlerAdded(context: ChannelHandlerContext) {
        let closer = ConnectionEnd(self)
        do {
            let pipeline = context.pipeline.syncOperations
            try pipeline.addHandler(closer, position: .first)
            let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
            try pipeline.addHandler(RequestHeadHandler(), position: .before(codec))
        } catch {
            // The connection has been closed already.
            return
        }
        end = closer
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

    func handlerRemoved(context: ChannelHandlerContext) {
        headTimer?.cancel()
        headTimer = nil
        endTimer?.cancel()
        endTimer = nil
        end = nil
    }

    /// Handles the end of a read. Starts the timer if a request's headers have arrived only in part and no
    /// response is in progress. The octets of a TLS handshake are treated like octets of headers.
    fileprivate func readEnded(on loop: any EventLoop, closing end: ConnectionEnd) {
        guard !hasReadPart else {
            hasReadPart = false
            return
        }
        // The next request may be delayed while a response is prepared or sent.
        guard headTimer == nil, requests == 0, responses == 0, !isReading else { return }
        headTimer = loop.assumeIsolated().scheduleTask(in: connections.headTimeout) { end.close() }
    }

    func read(context: ChannelHandlerContext) {
        guard held.isEmpty else {
            wantsRead = true
            return
        }
        context.read()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        hasReadPart = true
        receive(unwrapInboundIn(data), context)
    }

    /// Delivers a part of a request. A later request waits until the response to the earlier one was sent,
    /// because it must not be carried out after a response with the header `Connection: close`.
    ///
    /// Source: RFC 9112 §9.6.
    private func receive(_ part: HTTPRequestPart, _ context: ChannelHandlerContext) {
        guard isReading || !hasLastResponse else { return }
        guard held.isEmpty, isReading || requests == 0 else {
            held.append(part)
            return
        }
        switch part {
        case .head:
            if let timer = headTimer {
                timer.cancel()
                headTimer = nil
            }
            let wasAnswering = isAnswering
            requests += 1
            isReading = true
            if !wasAnswering { connections.begin(id) }
        case .body: break
        case .end:
            isReading = false
            if !hasLastResponse {
                endTimer?.cancel()
                endTimer = nil
            }
            if isAnswering { connections.answer(id) }
        }
        context.fireChannelRead(wrapInboundOut(part))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head) where head.status.kind != .informational:
            if !isAnswering { connections.answer(id) }
            responses += 1
            if head.headerFields[.connection]?.lowercased() == "close" { hasLastResponse = true }
        case .head, .body: break
        case .end:
            let isLast = hasLastResponse
            // If the client reads slowly, the end of the response is sent later than it is written.
            let sent = promise ?? context.eventLoop.makePromise()
            sent.futureResult.assumeIsolated().whenComplete { _ in
                self.responseEnded(context, isLast: isLast)
            }
            return context.write(data, promise: sent)
        }
        context.write(data, promise: promise)
    }

    /// Handles the end of a response that has been sent. After the last response, nothing more is sent, and
    /// the client has time to read the response: if the connection were closed while the client still sends,
    /// the client could lose the response.
    ///
    /// Source: RFC 9112 §9.6.
    private func responseEnded(_ context: ChannelHandlerContext, isLast: Bool) {
        responses -= 1
        // A request that cannot be parsed gets a response, but was not counted.
        requests = max(0, requests - 1)
        let later = isLast ? [] : held
        held = []
        if !isAnswering, later.isEmpty { connections.wait(id) }
        if isLast { context.close(mode: .output, promise: nil) }
        for part in later { receive(part, context) }
        if !later.isEmpty { context.fireChannelReadComplete() }
        if held.isEmpty, wantsRead {
            wantsRead = false
            context.read()
        }
        guard isLast || (isReading && requests == 0), endTimer == nil, let end else { return }
        endTimer = context.eventLoop.assumeIsolated().scheduleTask(in: connections.headTimeout) {
            end.close()
        }
    }
}

/// The handler next to the socket. It reports the end of each read, and its ``close()`` closes the socket
/// immediately.
///
/// If the connection were closed through all handlers, the server would wait for the client to confirm the
/// end of TLS.
private final class ConnectionEnd: ChannelInboundHandler, ChannelOutboundHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny
    typealias OutboundIn = NIOAny

    private var context: ChannelHandlerContext?
    private var handler: ConnectionHandler?

    init(_ handler: ConnectionHandler) { self.handler = handler }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        handler = nil
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        context.fireChannelReadComplete()
        handler?.readEnded(on: context.eventLoop, closing: self)
    }

    func close() { context?.close(promise: nil) }
}
