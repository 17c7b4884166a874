import NIOCore
import NIOPosix
import Synchronization
import TLSKit

extension SMTPRelay {
    /// Delivers one e-mail over a new connection.
    ///
    /// - Throws: ``SMTPFailure``. If its code is `cutShort`, `timeout` or `canceled`, the server may still
    ///   have accepted the e-mail.
    func deliver(_ envelope: SMTPEnvelope) async throws(SMTPFailure) {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let outcome = SMTPOutcome(loop.makePromise(of: Void.self))
        let limit = loop.scheduleTask(in: .seconds(seconds)) { outcome.fail(.timeout) }
        let dialogue = SMTPDialogue(envelope, account: account, wantsTLS: security == .startTLS)
        let connection = ClientBootstrap(group: loop).connectTimeout(.seconds(min(seconds, 15)))
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    if security == .tls { try secure(pipeline) }
                    try pipeline.addHandler(SMTPHandler(self, dialogue, outcome))
                }
            }.connect(host: host, port: port)
        connection.whenFailure { _ in outcome.fail(.unreachable) }
        // The connection is closed, regardless of the outcome.
        outcome.future.whenComplete { _ in
            limit.cancel()
            connection.whenSuccess { $0.close(promise: nil) }
        }
        let result: Result<Void, any Error> = await withTaskCancellationHandler {
            do { return .success(try await outcome.future.get()) } catch { return .failure(error) }
        } onCancel: {
            outcome.fail(.canceled)
        }
        guard case .failure(let error) = result else { return }
        throw error as? SMTPFailure ?? SMTPFailure(.cutShort)
    }

    /// Adds TLS to a connection. The server's certificate must be valid for the host name, or for the IP
    /// address if the host is given as an address.
    fileprivate func secure(_ pipeline: ChannelPipeline.SynchronousOperations) throws {
        guard let tls else { throw SMTPFailure(.tlsFailed) }
        try tls.secure(pipeline, host: host)
    }
}

/// The outcome of a delivery. If several outcomes are reported, only the first one counts.
private final class SMTPOutcome: Sendable {
    private let promise: EventLoopPromise<Void>
    private let isOver = Mutex(false)

    init(_ promise: EventLoopPromise<Void>) { self.promise = promise }

    var future: EventLoopFuture<Void> { promise.futureResult }

    func succeed() { if isFirst { promise.succeed() } }
    func fail(_ code: SMTPFailure.Code) { fail(SMTPFailure(code)) }
    func fail(_ failure: SMTPFailure) { if isFirst { promise.fail(failure) } }

    private var isFirst: Bool {
        isOver.withLock { over in
            defer { over = true }
            return !over
        }
    }
}

/// The channel handler that passes data between the socket and the SMTP state machine.
private final class SMTPHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let relay: SMTPRelay
    private let outcome: SMTPOutcome
    private var dialogue: SMTPDialogue
    private var reader = SMTPReplyReader()
    private var isSecure: Bool

    init(_ relay: SMTPRelay, _ dialogue: SMTPDialogue, _ outcome: SMTPOutcome) {
        (self.relay, self.dialogue, self.outcome) = (relay, dialogue, outcome)
        isSecure = relay.security == .none
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        do throws(SMTPFailure) {
            let replies = try reader.read(Self.unwrapInboundIn(data).readableBytesView)
            // Each command is answered by exactly one reply, so a second or incomplete reply is an error.
            guard replies.count < 2, replies.isEmpty || reader.isEmpty else { throw SMTPFailure(.badReply) }
            guard let reply = replies.first else { return }
            act(dialogue.hear(reply), context)
        } catch {
            outcome.fail(error)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if TLSTrust.isHandshakeDone(event) {
            isSecure = true
            if relay.security == .startTLS { act(dialogue.secured(), context) }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) { outcome.fail(.cutShort) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        outcome.fail(TLSTrust.isTLSError(error) && !isSecure ? .tlsFailed : .cutShort)
    }

    private func act(_ action: SMTPDialogue.Action, _ context: ChannelHandlerContext) {
        switch action {
        case .send(let bytes):
            context.writeAndFlush(Self.wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
        case .beginTLS:
            do {
                try relay.secure(context.pipeline.syncOperations)
            } catch {
                outcome.fail(.tlsFailed)
            }
        case .delivered:
            context.writeAndFlush(Self.wrapOutboundOut(ByteBuffer(bytes: SMTPDialogue.quit)), promise: nil)
            outcome.succeed()
        case .failed(let failure): outcome.fail(failure)
        }
    }
}
