import Foundation
import Hummingbird
import HummingbirdCore
import NIOCore
import ServerKit
import TestSupport
import Testing

/// Servers on a loopback port, with clients that send nothing or almost nothing.
@Suite(.ownThread) struct WaitingConnectionsTests {
    /// The bytes that slow clients send before they wait.
    static let beginnings = [
        "", "GET / HT", "GET / HTTP/1.1\r\nHost: localhost\r\n",
        "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nabc",
    ]

    @Test(
        "S-7: slow connections make room for another client's page, and leave an event stream open",
        arguments: beginnings)
    func room(beginning: String) async throws {
        let (events, happened) = AsyncStream<String>.makeStream()
        let running = try await Self.serve(Pages(events: events), connections: 16)
        let stream = try Client(port: running.port)
        stream.send("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        happened.yield("first")
        #expect(stream.receives("first"))

        let slow = try (0..<60).map { _ in
            let client = try Client(port: running.port)
            client.send(beginning)
            return client
        }
        #expect(try Client(port: running.port).getsPage())
        #expect(slow[0].isClosed(), "the longest-waiting connection is still open")
        #expect(!slow[59].isClosed(waiting: false), "the latest connection was closed")
        happened.yield("second")
        #expect(stream.receives("second"))
        happened.finish()
        await running.ended()
    }

    @Test("S-7: an idle connection after a response makes room, and one that is used stays open")
    func idle() async throws {
        let running = try await Self.serve(Pages(), connections: 16)
        let (idle, used) = (try Client(port: running.port), try Client(port: running.port))
        #expect(idle.getsPage())
        let slow = try (0..<40).map { _ in
            let client = try Client(port: running.port)
            // After a response, the server certainly knows the connection.
            #expect(client.getsPage())
            #expect(used.getsPage())
            return client
        }
        #expect(try Client(port: running.port).getsPage())
        #expect(idle.isClosed())
        #expect(used.getsPage())
        withExtendedLifetime(slow) {}
        await running.ended()
    }

    @Test("S-7: headers that do not arrive in time close the connection, and idle connections stay open")
    func headers() async throws {
        let running = try await Self.serve(Pages(), connections: 16, headTimeout: .milliseconds(300))
        let (unused, used) = (try Client(port: running.port), try Client(port: running.port))
        #expect(used.getsPage())
        let later = try Client(port: running.port)
        #expect(later.getsPage())
        later.send("GET / HTTP/1.1\r\nX: ")
        #expect(later.isClosed(), "a second request")
        for beginning in Self.beginnings[1...2] {
            let slow = try Client(port: running.port)
            slow.send(beginning)
            #expect(slow.isClosed(), "\(beginning)")
        }
        #expect(unused.getsPage() && used.getsPage())
        let sender = try Client(port: running.port)
        sender.send(Self.beginnings[3])
        let slow = try Client(port: running.port)
        slow.send("G")
        #expect(slow.isClosed())
        sender.send("defghij")
        #expect(sender.receives("the page"))
        await running.ended()
    }

    @Test("S-7: a listener without a free file pauses, closes the longest-waiting connection, and goes on")
    func noFiles() async throws {
        let (channels, opened) = AsyncStream<any Channel>.makeStream()
        let running = try await Self.serve(Pages(), connections: 16) { opened.yield($0) }
        let listener = try #require(await channels.first { _ in true })
        let slow = try Client(port: running.port)
        // After a response, the server certainly knows the connection.
        #expect(slow.getsPage())
        #expect(try Client(port: running.port).getsPage())
        let isReading = try await listener.eventLoop.submit {
            listener.pipeline.syncOperations.fireErrorCaught(IOError(errnoCode: EMFILE, reason: "accept"))
            return try listener.syncOptions?.getOption(.autoRead)
        }.get()
        #expect(isReading == false)
        #expect(slow.isClosed())
        #expect(try Client(port: running.port).getsPage())
        await running.ended()
    }

    private static func serve(
        _ pages: Pages, connections: Int, headTimeout: TimeAmount = .seconds(15),
        opened: @escaping @Sendable (any Channel) -> Void = { _ in }
    ) async throws -> RunningServer {
        try await RunningServer { started in
            let socket = ListeningSocket(
                host: "127.0.0.1", port: 0, connections: connections,
                channel: HTTP1Channel.Configuration(idleTimeout: .seconds(60)), headTimeout: headTimeout)
            let application = Application(pages, on: socket) { channel in
                opened(channel)
                started(channel.localAddress?.port ?? 0)
            }
            try await application.runUntilCanceled(at: "127.0.0.1:0", endSeconds: 1)
        }
    }
}

/// A page, and a stream of events at `/events`.
private struct Pages: HTTPResponder {
    var events = AsyncStream<String> { $0.finish() }

    func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
        guard request.uri.path == "/events" else {
            _ = try await request.body.collect(upTo: 100)
            return Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(string: "the page")))
        }
        return Response(
            status: .ok,
            body: ResponseBody { [events] writer in
                for await event in events { try await writer.write(ByteBuffer(string: event)) }
                try await writer.finish(nil)
            })
    }
}

/// A client's connection. It is closed when it is released.
final class Client {
    private let descriptor: Int32

    init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        address.sin_port = in_port_t(UInt16(port)).bigEndian
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw POSIXError(.ECONNREFUSED) }
        var limit = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    func send(_ text: String) { TestSupport.send(text, on: descriptor) }

    /// Returns the text that arrives until the server closes the connection, or until 10 seconds pass without
    /// new text. Then the second value is false.
    func rest() -> (text: String, isClosed: Bool) {
        var received = ""
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return (received, count == 0) }
            received += String(decoding: buffer[..<count], as: UTF8.self)
        }
    }

    /// Returns whether a text arrives within 10 seconds.
    func receives(_ text: String) -> Bool {
        var received = ""
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while !received.contains(text) {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return false }
            received += String(decoding: buffer[..<count], as: UTF8.self)
        }
        return true
    }

    func getsPage() -> Bool {
        send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        return receives("the page")
    }

    /// Returns whether the server closes the connection within 10 seconds.
    func isClosed(waiting: Bool = true) -> Bool {
        var byte: UInt8 = 0
        let count = recv(descriptor, &byte, 1, waiting ? 0 : Int32(MSG_DONTWAIT))
        return count == 0 || (count < 0 && errno == ECONNRESET)
    }
}
