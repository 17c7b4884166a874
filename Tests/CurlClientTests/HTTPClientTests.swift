import CurlClient
import Foundation
import Testing

@Suite("HTTP requests through libcurl", .timeLimit(.minutes(2)))
struct HTTPClientTests {
    private static func answer(_ body: String, status: String = "200 OK", fields: String = "") -> String {
        "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n\(fields)\r\n\(body)"
    }

    /// Sends a request with a new client.
    private func send(
        _ request: HTTPRequest, timeout: Duration = .seconds(30), bodyBytes: Int? = 0
    ) async throws -> HTTPResponse {
        let client = HTTPClient()
        defer { client.close() }
        return try await client.send(request, timeout: timeout, bodyBytes: bodyBytes)
    }

    private func failure(
        _ request: HTTPRequest, timeout: Duration = .seconds(30), bodyBytes: Int = 1_000
    ) async -> HTTPFailure.Code? {
        let error = await #expect(throws: HTTPFailure.self) {
            try await send(request, timeout: timeout, bodyBytes: bodyBytes)
        }
        return error?.code
    }

    @Test("sends method, path, fields and body unchanged, and returns the whole response")
    func exchange() async throws {
        let server = try ScriptedServer { _ in
            Self.answer("gone", status: "404 Not Found", fields: "Request-Id:  req_1 \t\r\nX-Empty:\r\n")
        }
        defer { server.end() }
        let response = try await send(
            HTTPRequest(
                "POST", server.url + "/a/../b?c=%2F",
                headers: [.init("Content-Type", "text/plain"), .init("X-Nothing", "")],
                body: Array("hällo".utf8)),
            bodyBytes: 4)
        #expect(response.status == 404 && response.body == Array("gone".utf8))
        #expect(response.header("request-id") == "req_1" && response.header("X-Empty") == "")
        #expect(response.header("X-Missing") == nil)
        let request = try #require(server.requests.first)
        #expect(request.hasPrefix("POST /a/../b?c=%2F HTTP/1.1\r\n") && request.hasSuffix("\r\n\r\nhällo"))
        #expect(
            request.contains("\r\nContent-Type: text/plain\r\n") && request.contains("\r\nX-Nothing:\r\n"))
        #expect(!request.contains("Expect"))
    }

    @Test("sends every method, with an empty body and without one", arguments: ["GET", "DELETE", "POST"])
    func methods(method: String) async throws {
        let server = try ScriptedServer { _ in Self.answer("") }
        defer { server.end() }
        let client = HTTPClient()
        defer { client.close() }
        for body in [nil, []] as [[UInt8]?] {
            let response = try await client.send(
                HTTPRequest(method, server.url, body: body), timeout: .seconds(30), bodyBytes: 0)
            #expect(response.status == 200 && response.body.isEmpty)
        }
        #expect(server.requests.map { $0.hasPrefix("\(method) / HTTP/1.1\r\n") } == [true, true])
        #expect(server.requests.map { $0.contains("Content-Length: 0") } == [false, true])
    }

    @Test("does not follow redirects")
    func redirect() async throws {
        let server = try ScriptedServer { _ in
            Self.answer("", status: "302 Found", fields: "Location: http://127.0.0.1:9/\r\n")
        }
        defer { server.end() }
        let response = try await send(HTTPRequest("GET", server.url))
        #expect(response.status == 302 && response.header("Location") == "http://127.0.0.1:9/")
    }

    @Test("drops the fields of an interim response")
    func interim() async throws {
        let server = try ScriptedServer { _ in
            "HTTP/1.1 103 Early Hints\r\nRequest-Id: early\r\n\r\n"
                + Self.answer("", fields: "Request-Id: late\r\n")
        }
        defer { server.end() }
        let response = try await send(HTTPRequest("GET", server.url))
        #expect(response.status == 200 && response.header("Request-Id") == "late")
    }

    @Test(
        "gives each of 100 requests its own response, with room for all, few or one at a time",
        arguments: [256, 8, 1])
    func many(transfers: Int) async throws {
        let server = try ScriptedServer(ending: .staysOpen) { request in
            Self.answer(request.components(separatedBy: "\r\n")[0])
        }
        defer { server.end() }
        var limits = HTTPClient.Limits()
        limits.transfers = transfers
        let client = HTTPClient(limits: limits)
        defer { client.close() }
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<100 {
                group.addTask {
                    let response = try await client.send(
                        HTTPRequest("GET", "\(server.url)/\(number)"), timeout: .seconds(30), bodyBytes: 100)
                    return response.body == Array("GET /\(number) HTTP/1.1".utf8)
                }
            }
            for try await isOwn in group { #expect(isOwn) }
        }
        #expect(server.requests.count == 100)
    }

    @Test("refuses a body over the limit, announced or not")
    func tooLarge() async throws {
        for answer in [Self.answer("12345"), "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n12345"] {
            let server = try ScriptedServer { _ in answer }
            defer { server.end() }
            #expect(await failure(HTTPRequest("GET", server.url), bodyBytes: 4) == .tooLarge)
        }
    }

    @Test(
        "returns the response without its body if the body is large, truncated or incomplete",
        arguments: [String(repeating: "x", count: 1 << 20), "cut", ""])
    func discarded(body: String) async throws {
        let isSilent = body.isEmpty
        let server = try ScriptedServer(ending: isSilent ? .staysOpen : .closes) { _ in
            "HTTP/1.1 202 Accepted\r\nContent-Length: 2000000\r\n\r\n" + body
        }
        defer { server.end() }
        let response = try await send(
            HTTPRequest("POST", server.url), timeout: isSilent ? .milliseconds(300) : .seconds(30),
            bodyBytes: nil)
        #expect(response.status == 202 && response.body.isEmpty)
    }

    @Test("reports a server without a final response even if the body is discarded")
    func noFinalResponse() async throws {
        let server = try ScriptedServer { _ in "HTTP/1.1 103 Early Hints\r\nX: y\r\n\r\n" }
        defer { server.end() }
        await #expect(throws: HTTPFailure.self) {
            try await send(HTTPRequest("GET", server.url), bodyBytes: nil)
        }
    }

    @Test("refuses header fields over the limit")
    func longHeaders() async throws {
        let field = "X-Long: \(String(repeating: "x", count: 1_000))\r\n"
        let server = try ScriptedServer { _ in
            Self.answer("", fields: String(repeating: field, count: 70))
        }
        defer { server.end() }
        #expect(await failure(HTTPRequest("GET", server.url)) == .tooLarge)
    }

    @Test("times out before the response and in the middle of its body")
    func timeout() async throws {
        for answer in [nil, "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n1"] as [String?] {
            let server = try ScriptedServer(ending: .staysOpen) { _ in answer }
            defer { server.end() }
            let code = await failure(HTTPRequest("GET", server.url), timeout: .milliseconds(200))
            #expect(code == .timedOut)
        }
    }

    @Test("counts the wait for other requests towards the time limit")
    func waiting() async throws {
        let server = try ScriptedServer(ending: .staysOpen) { _ in nil }
        defer { server.end() }
        var limits = HTTPClient.Limits()
        limits.transfers = 1
        let client = HTTPClient(limits: limits)
        defer { client.close() }
        let url = server.url
        let first = Task {
            try await client.send(HTTPRequest("GET", url), timeout: .seconds(60), bodyBytes: 0)
        }
        let error = await #expect(throws: HTTPFailure.self) {
            try await client.send(HTTPRequest("GET", url), timeout: .milliseconds(300), bodyBytes: 0)
        }
        #expect(error?.code == .timedOut)
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
    }

    @Test("reports a connection that closes before the response is complete")
    func closed() async throws {
        for answer in [nil, "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n1"] as [String?] {
            let server = try ScriptedServer { _ in answer }
            defer { server.end() }
            #expect(await failure(HTTPRequest("GET", server.url)) == .connectionClosed)
        }
    }

    @Test("sends a request once, even if a reused connection closes", arguments: ["GET", "POST", "DELETE"])
    func once(method: String) async throws {
        let server = try ScriptedServer(ending: .closesUnanswered) { request in
            request.contains("/first") ? Self.answer("1") : nil
        }
        defer { server.end() }
        let client = HTTPClient()
        defer { client.close() }
        let body: [UInt8]? = method == "POST" ? [1] : nil
        _ = try await client.send(
            HTTPRequest(method, server.url + "/first", body: body), timeout: .seconds(30), bodyBytes: 1)
        let error = await #expect(throws: HTTPFailure.self) {
            try await client.send(
                HTTPRequest(method, server.url + "/second", body: body), timeout: .seconds(30), bodyBytes: 1)
        }
        #expect(error?.code == .connectionClosed)
        #expect(server.requests.filter { $0.contains("/second") }.count == 1)
    }

    @Test("reports a port on which nothing listens")
    func unreachable() async throws {
        let server = try ScriptedServer { _ in nil }
        server.end()
        // The listener is closed by its own thread; until then a connection is accepted and shut down.
        var code = await failure(HTTPRequest("GET", server.url))
        while code == .connectionClosed { code = await failure(HTTPRequest("GET", server.url)) }
        #expect(code == .unreachable)
    }

    @Test("reports a response that is not HTTP")
    func notHTTP() async throws {
        let server = try ScriptedServer { _ in "SSH-2.0-OpenSSH_9.2\r\n" }
        defer { server.end() }
        #expect(await failure(HTTPRequest("GET", server.url)) == .failed)
    }

    @Test(
        "refuses invalid requests",
        arguments: [
            HTTPRequest("GET", "file:///etc/hostname"), HTTPRequest("GET", "gopher://127.0.0.1:9/"),
            HTTPRequest("GET", "http://"), HTTPRequest("GET", ""),
            HTTPRequest("GET", "http://127.0.0.1:9/\r\nX: y"),
            HTTPRequest("GET\r\nX: y", "http://127.0.0.1:9/"),
            HTTPRequest("GET", "http://127.0.0.1:9/", headers: [.init("X", "y\r\nZ: z")]),
            HTTPRequest("GET", "http://127.0.0.1:9/\0"),
        ])
    func invalid(request: HTTPRequest) async {
        #expect(await failure(request) == .invalidRequest)
    }

    @Test("cancels a request with its task, in progress or not yet sent")
    func canceled() async throws {
        let (asked, ask) = AsyncStream<Void>.makeStream()
        let server = try ScriptedServer(ending: .staysOpen) { _ in
            ask.yield()
            return nil
        }
        defer { server.end() }
        let client = HTTPClient()
        defer { client.close() }
        let url = server.url
        let task = Task {
            try await client.send(HTTPRequest("GET", url), timeout: .seconds(60), bodyBytes: 0)
        }
        for await _ in asked { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        let late = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await client.send(HTTPRequest("GET", url), timeout: .seconds(60), bodyBytes: 0)
        }
        await #expect(throws: CancellationError.self) { try await late.value }
    }

    @Test("fails unfinished requests when the client is closed")
    func ended() async throws {
        let (asked, ask) = AsyncStream<Void>.makeStream()
        let server = try ScriptedServer(ending: .staysOpen) { _ in
            ask.yield()
            return nil
        }
        defer { server.end() }
        let client = HTTPClient()
        let url = server.url
        let task = Task {
            try await client.send(HTTPRequest("GET", url), timeout: .seconds(60), bodyBytes: 0)
        }
        for await _ in asked { break }
        client.close()
        let error = await #expect(throws: HTTPFailure.self) { try await task.value }
        #expect(error?.code == .unavailable)
        let late = await #expect(throws: HTTPFailure.self) {
            try await client.send(HTTPRequest("GET", url), timeout: .seconds(60), bodyBytes: 0)
        }
        #expect(late?.code == .unavailable && late?.reason == "the client is closed")
    }
}
