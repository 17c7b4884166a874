import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle

/// Event streams over HTTP.
extension TapResponder {
    /// Returns a response that streams events. It ends when the stream, the client or the server ends; the server does
    /// not wait for it.
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

/// A time limit for work.
struct Deadline: Sendable {
    let limit: Duration
    /// Waits for a duration, or until the task is canceled.
    let pause: @Sendable (Duration) async throws -> Void

    /// Does some work. If it does not end within the limit, calls `late` once, which must end it.
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
    /// The header with the last event that a reconnecting browser received.
    ///
    /// Source: WHATWG HTML, "The `Last-Event-ID` header", §9.2.4.
    static let lastEventID = named("Last-Event-ID")
    fileprivate static let xAccelBuffering = named("X-Accel-Buffering")
}
