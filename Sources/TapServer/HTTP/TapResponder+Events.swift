import HTTPTypes
import Hummingbird
import NIOCore
import ServerKit
import ServiceLifecycle

/// Sends event streams over HTTP.
extension TapResponder {
    /// Returns a response that streams events until the stream ends, the client disconnects, or the server
    /// shuts down. A shutdown does not wait for open streams.
    func eventStream(_ events: LiveEvents, to request: Request, _ context: TapContext) -> Response {
        var headers = PageHeaders.of(type: "text/event-stream; charset=utf-8")
        // Otherwise, nginx would collect events until its buffer is full.
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

/// Sends exports over HTTP.
extension TapResponder {
    /// Returns a response that reads each page of an export only after the client has read the previous page.
    ///
    /// A client that does not read a page in time is disconnected. If an error occurs, the client is
    /// disconnected too, because the status was already sent. The missing last chunk shows the client that
    /// the file is incomplete.
    func download(
        _ export: ExportStream, _ headers: HTTPFields, to request: Request, _ context: TapContext
    ) -> Response {
        guard request.method != .head else {
            export.end()
            return Response(status: .ok, headers: headers)
        }
        let deadline = Deadline(limit: ExportStream.deadline, pause: export.pause)
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody { writer in
                defer { export.end() }
                for try await text in export {
                    try await deadline.wait(late: { context.close() }) {
                        try await writer.write(ByteBuffer(string: text))
                    }
                }
                try await writer.finish(nil)
            })
    }
}

/// A time limit for an operation.
struct Deadline {
    let limit: Duration
    /// Waits for a duration, or until the task is canceled.
    let pause: Pause

    /// Performs an operation. If it takes longer than the limit, calls `late`, which must end the operation.
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
    /// The name of the header with the id of the last event that a reconnecting browser received.
    ///
    /// Source: WHATWG HTML, "The `Last-Event-ID` header", §9.2.4.
    static let lastEventID = named("Last-Event-ID")
    fileprivate static let xAccelBuffering = named("X-Accel-Buffering")
}
