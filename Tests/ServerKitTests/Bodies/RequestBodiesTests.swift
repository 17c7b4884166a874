import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import Synchronization
import TestSupport
import Testing

@testable import ServerKit

/// A server on a loopback port, with clients that write their requests to a socket.
@Suite(.ownThread) struct RequestBodiesTests {
    private static let head = "POST / HTTP/1.1\r\nHost: localhost\r\n"

    @Test("a client that expects 100 (Continue) gets it before its body, and then the response")
    func permission() async throws {
        let running = try await Self.serve()
        let client = try Client(port: running.port)
        for expect in ["100-continue", "100-Continue"] {
            client.send(Self.head + "Content-Length: 3\r\nExpect: \(expect)\r\n\r\n")
            #expect(client.receives("HTTP/1.1 100 Continue\r\n\r\n"), "\(expect)")
            client.send("abc")
            #expect(client.receives("body: abc"), "\(expect)")
        }
        // Clients of HTTP/1.0 cannot read interim responses.
        let old = try Client(port: running.port)
        old.send(
            "POST / HTTP/1.0\r\nHost: localhost\r\nContent-Length: 3\r\nExpect: 100-continue\r\n"
                + "Connection: close\r\n\r\nabc")
        let answer = old.rest().text
        #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.hasSuffix("body: abc"), "\(answer)")
        await running.ended()
    }

    @Test(
        "a declared length over the limit gets 413 at once, without 100 (Continue)",
        arguments: ["", "Expect: 100-continue\r\n"])
    func declared(expect: String) async throws {
        let running = try await Self.serve()
        let client = try Client(port: running.port)
        client.send(Self.head + expect + "Content-Length: 100000000\r\n\r\n")
        client.send("abc")
        let (text, isClosed) = client.rest()
        #expect(text.hasPrefix("HTTP/1.1 413 ") && isClosed, "\(text)")
        await running.ended()
    }

    @Test("a client that sends a long body without its length can read the 413")
    func chunked() async throws {
        let running = try await Self.serve()
        let client = try Client(port: running.port)
        client.send(Self.head + "Transfer-Encoding: chunked\r\n\r\n")
        for _ in 0..<20 { client.send("100\r\n" + String(repeating: "a", count: 256) + "\r\n") }
        let (text, isClosed) = client.rest()
        #expect(text.hasPrefix("HTTP/1.1 413 ") && isClosed, "\(text)")
        await running.ended()
    }

    @Test("pipelined requests are carried out in order, but not after a response with Connection: close")
    func pipelined() async throws {
        let served = Served()
        let running = try await Self.serve(served: served)
        let client = try Client(port: running.port)
        func post(_ path: String, _ body: String) -> String {
            "POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }
        client.send(post("/a", "1") + post("/b", "2") + post("/c", String(repeating: "3", count: 2_000)))
        #expect(client.receives("too long"))
        client.send(post("/d", "4"))
        #expect(client.isClosed())
        let second = try Client(port: running.port)
        second.send(post("/e", String(repeating: "5", count: 2_000)) + post("/f", "6"))
        let (text, isClosed) = second.rest()
        #expect(text.hasSuffix("too long") && isClosed, "\(text)")
        #expect(served.paths == ["/a", "/b", "/c", "/e"])
        await running.ended()
    }

    @Test("the rest of an unread body must arrive in time, or the connection is closed")
    func unread() async throws {
        let running = try await Self.serve(headTimeout: .milliseconds(300))
        let slow = try Client(port: running.port)
        slow.send("POST /unread HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nabc")
        #expect(slow.receives("unread"))
        #expect(slow.isClosed())
        // A request that ends in time leaves the connection open.
        let client = try Client(port: running.port)
        for _ in 0..<2 {
            client.send("POST /unread HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nab")
            #expect(client.receives("unread"))
            client.send("c")
        }
        await running.ended()
    }

    @Test("a body that does not arrive in time gets 408, and the connection closes")
    func late() async throws {
        let running = try await Self.serve(limit: .milliseconds(200))
        let client = try Client(port: running.port)
        client.send(Self.head + "Content-Length: 10\r\n\r\nabc")
        let (text, isClosed) = client.rest()
        #expect(text.hasPrefix("HTTP/1.1 408 ") && isClosed, "\(text)")
        await running.ended()
    }

    @Test(
        "the host of an absolute target replaces the Host header",
        arguments: [
            ("http://evil.example/", "127.0.0.1", "evil.example"),
            ("HTTP://evil.example:80?a=/", "127.0.0.1", "evil.example:80"),
            ("http://me@evil.example/", "127.0.0.1", "me@evil.example"),
            ("http://localhost:8080/a", "evil.example", "localhost:8080"),
            ("/http://evil.example/", "localhost", "localhost"),
            ("//evil.example/", "localhost", "localhost"),
        ])
    func absolute(target: String, host: String, authority: String) async throws {
        let running = try await Self.serve()
        let client = try Client(port: running.port)
        client.send("GET \(target) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
        let (text, _) = client.rest()
        #expect(text.contains("\r\nx-authority: \(authority)\r\n"), "\(text)")
        await running.ended()
    }

    @Test(
        "a transfer coding besides chunked is unknown",
        arguments: [
            ([], false), (["chunked"], false), (["Chunked"], false), (["gzip, chunked"], true),
            (["gzip", "Chunked"], true), (["chunked, chunked"], true), (["identity"], false),
        ] as [([String], Bool)])
    func codings(values: [String], isUnknown: Bool) {
        var fields = HTTPFields()
        fields[values: .transferEncoding] = values
        #expect(fields.hasUnknownTransferCoding == isUnknown)
    }

    private static func serve(
        limit: Duration = .seconds(60), headTimeout: TimeAmount = .seconds(60), served: Served = Served()
    ) async throws -> RunningServer {
        try await RunningServer { started in
            let socket = ListeningSocket(
                host: "127.0.0.1", port: 0, connections: 16,
                channel: HTTP1Channel.Configuration(idleTimeout: .seconds(60)), headTimeout: headTimeout)
            let echo = Echo(deadlines: BodyDeadlines(limit: limit), served: served)
            let application = Application(echo, on: socket) { channel in
                started(channel.localAddress?.port ?? 0)
            }
            try await application.runUntilCanceled(at: "127.0.0.1:0", endSeconds: 1)
        }
    }
}

/// Repeats the body of a request, of at most 1,000 bytes, and its host. At `/unread`, the body is not read.
private struct Echo: HTTPResponder {
    let deadlines: BodyDeadlines
    let served: Served

    func respond(to request: Request, context: EchoContext) async throws -> Response {
        served.add(request.uri.path)
        guard request.uri.path != "/unread" else { return Self.response(.ok, "unread") }
        do {
            let body = try await deadlines.body(of: request, upTo: 1_000, on: context.channel)
            var response = Self.response(.ok, "body: \(String(buffer: body))")
            if let name = HTTPField.Name("x-authority") {
                response.headers[name] = request.head.authority
            }
            return response
        } catch is LongBody {
            return Self.response(.contentTooLarge, "too long", isLast: true)
        } catch is LateBody {
            return Self.response(.requestTimeout, "late", isLast: true)
        }
    }

    private static func response(
        _ status: HTTPResponse.Status, _ text: String, isLast: Bool = false
    ) -> Response {
        Response(
            status: status, headers: isLast ? [.connection: "close"] : [:],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}

private struct EchoContext: InitializableFromSource {
    let channel: any Channel

    init(source: ApplicationRequestContextSource) { channel = source.channel }
}

/// The paths of the requests that were carried out.
private final class Served: Sendable {
    private let all = Mutex<[String]>([])

    var paths: [String] { all.withLock { $0 } }

    func add(_ path: String) { all.withLock { $0.append(path) } }
}
