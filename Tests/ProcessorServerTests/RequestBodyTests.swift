import Foundation
import ProcessorServer
import TestSupport
import Testing

/// Request bodies that arrive slowly, that are too long, or that cannot be decoded.
@Suite struct RequestBodyTests {
    /// Sends the beginning of a request, and one more byte every 0.2 seconds. Returns everything that the
    /// server sends until it ends the connection, or `HELD` if the server does not end it within 10 seconds.
    private static func answer(to start: String, _ server: LoopbackServer) async throws -> String {
        let port = try #require(URL(string: server.address)?.port)
        let script = """
            exec 3<>/dev/tcp/127.0.0.1/\(port)
            (printf '\(start)'; while printf a; do sleep 0.2; done) >&3 2> /dev/null &
            timeout 10 cat <&3; [ $? -ne 124 ] || echo HELD
            kill $! 2> /dev/null
            """
        let folder = FileManager.default.temporaryDirectory.appending(path: "body-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try script.write(to: folder.appending(path: "client.sh"), atomically: true, encoding: .utf8)
        return try await ProgramRun.shell("bash client.sh", in: folder).standardOutput
    }

    @Test(
        "a slow body gets 408, a declared length over the limit 413, and an unknown coding 501",
        arguments: [
            ("/v1/customers", "Content-Length: 1000", 408), ("/pages/none", "Content-Length: 1000", 408),
            ("/v1/customers", "Content-Length: 100000000", 413),
            ("/pages/none", "Content-Length: 100000000", 413),
            ("/v1/customers", "Transfer-Encoding: gzip, chunked", 501),
        ])
    func refused(path: String, header: String, status: Int) async throws {
        try await LoopbackServerTests.served(bodySeconds: 1) { _, server in
            let answer = try await Self.answer(
                to: "POST \(path) HTTP/1.1\\r\\nHost: localhost\\r\\n\(header)\\r\\n\\r\\n", server)
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
            #expect(!answer.contains("HELD"), "\(answer)")
        }
    }

    @Test("a client that expects 100 (Continue) gets it, and then the response")
    func permission() async throws {
        try await LoopbackServerTests.served { _, server in
            let run = try await ProgramRun.shell(
                """
                curl -si --expect100-timeout 20 --max-time 15 -H 'Expect: 100-continue' -u sk_test_x: \
                    -d name=Ada \(server.address)/v1/customers
                """, in: FileManager.default.temporaryDirectory)
            #expect(run.standardOutput.hasPrefix("HTTP/1.1 100 Continue"), "\(run.standardOutput)")
            #expect(run.standardOutput.contains("HTTP/1.1 200 "), "\(run.standardOutput)")
        }
    }
}
