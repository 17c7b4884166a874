import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle

/// Streams of events on HTTP.
extension TapResponder {
    /// A stream that ends with whatever ends first: its own end, the client, or the server, which does not wait for it.
    func eventStream(_ events: LiveEvents, to request: Request, _ context: TapContext) -> Response {
        var headers = PageHeaders.of(type: "text/event-stream")
        // nginx would else collect events until its buffer is full.
        headers[.xAccelBuffering] = "no"
        guard request.method != .head else {
            events.end()
            return Response(status: .ok, headers: headers)
        }
        let deadline = Deadline(limit: LiveSettings.deadline, pause: events.settings.pause)
        let asked = request.body
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody { writer in
                defer { events.end() }
                try await asked.consumeWithInboundCloseHandler { _ in
                    try await withGracefulShutdownHandler {
                        for await text in events {
                            try await deadline.wait(late: { context.close() }) {
                                try await writer.write(ByteBuffer(string: text))
                            }
                        }
                    } onGracefulShutdown: {
                        events.end()
                    }
                } onInboundClosed: {
                    events.end()
                }
                try await writer.finish(nil)
            })
    }
}

/// Waits for what has to be done in time.
struct Deadline: Sendable {
    let limit: Duration
    /// Waits for so long, or until the task is canceled.
    let pause: @Sendable (Duration) async throws -> Void

    /// Does some work, and calls `late` once if it has not ended within the limit: that has to end it.
    func wait(late: @escaping @Sendable () -> Void, _ work: () async throws -> Void) async throws {
        let watch = Task { [limit, pause] in
            try await pause(limit)
            try Task.checkCancellation()
            late()
        }
        defer { watch.cancel() }
        try await work()
    }
}

extension HTTPField.Name {
    /// Source: WHATWG HTML, "The `Last-Event-ID` header", §9.2.4.
    static let lastEventID = named("Last-Event-ID")
    fileprivate static let xAccelBuffering = named("X-Accel-Buffering")
}
