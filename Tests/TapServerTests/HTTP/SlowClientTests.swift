import Foundation
import ServerKit
import TapServer
import TestSupport
import Testing

/// Clients that hold a connection and send almost nothing: each is disconnected in time, and no other client
/// waits.
@Suite struct SlowClientTests {
    /// The client's bytes before it continues with one every 0.2 seconds, and the response that it gets at
    /// the end.
    static let clients = [
        ("nothing at all", "", ""), ("a line without its end", "GET /healthz HT", ""),
        ("headers without an end", "GET /healthz HTTP/1.1\\r\\nHost: localhost\\r\\nX: ", ""),
        (
            "a form without its end",
            "POST /-/give HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Length: 1000\\r\\n\\r\\n", "408"
        ),
        (
            "a form that is too long",
            "POST /-/give HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Length: 9000000\\r\\n\\r\\n", "413"
        ),
        (
            "a second request without its end",
            "GET /healthz HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\nGET /healthz HTTP/1.1\\r\\nX: ", "200"
        ),
    ]

    /// The pages on a free port, with a second for whatever has a limit.
    private static func serve(
        _ bench: SiteBench, seconds: Int64 = 1, connections: Int = ServerLimits.mostConnections
    ) async throws -> RunningServer {
        var configuration = SiteServer.Configuration()
        configuration.port = 0
        (configuration.limits.idleSeconds, configuration.limits.formSeconds) = (seconds, seconds)
        configuration.limits.connections = connections
        let server = SiteServer(configuration)
        return try await RunningServer { started in
            try await server.serve(bench.site, tend: {}, started: started)
        }
    }

    @Test("a client that never completes a request is disconnected; others are served", arguments: clients)
    func letGo(client: String, start: String, answer: String) async throws {
        try await SiteBench.with { bench in
            let running = try await Self.serve(bench)
            let folder = FileManager.default.temporaryDirectory.appending(path: "slow-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            // Eight at a time; bash has sockets. Who is not let go within 20 seconds ends with 124.
            let script = """
                client() {
                    exec 3<>/dev/tcp/127.0.0.1/\(running.port)
                    (printf '\(start)'; \(start.isEmpty ? ":" : "while printf a; do sleep 0.2; done")) >&3 2> none &
                    timeout 20 cat <&3 2> none; code=$?
                    kill $! 2> none
                    [ $code -ne 124 ]
                }
                for number in 1 2 3 4 5 6 7 8; do
                    (client > answer$number && echo let go || echo HELD) &
                done
                curl -s --max-time 5 http://127.0.0.1:\(running.port)/healthz
                wait
                """
            try script.write(to: folder.appending(path: "clients.sh"), atomically: true, encoding: .utf8)
            let run = try await ProgramRun.shell("bash clients.sh; cat answer*", in: folder)
            let lines = run.standardOutput.split(whereSeparator: \.isNewline)
            #expect(lines.filter { $0 == "let go" }.count == 8, "\(client): \(run.standardOutput)")
            #expect(lines.contains("ok"), "\(client) kept others waiting: \(run.standardOutput)")
            let answers = lines.filter { $0.hasPrefix("HTTP/1.1 \(answer)") }.count
            #expect(answer.isEmpty || answers == 8, "\(client): \(run.standardOutput)")
            await running.ended()
        }
    }

    @Test(
        "S-7: with six times as many slow clients as connections, another client's page still loads",
        arguments: [clients[0], clients[2], clients[3]])
    func crowd(client: String, start: String, answer: String) async throws {
        try await SiteBench.with { bench in
            let running = try await Self.serve(bench, seconds: 60, connections: 50)
            // All connections stay open on the client's side until the shell ends.
            let script = """
                for number in $(seq 300); do
                    exec {slow}<>/dev/tcp/127.0.0.1/\(running.port)
                    printf '\(start)' >&$slow
                done 2> none
                for number in 1 2 3 4 5; do
                    curl -s --max-time 10 http://127.0.0.1:\(running.port)/healthz
                done
                """
            let folder = FileManager.default.temporaryDirectory.appending(path: "crowd-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            try script.write(to: folder.appending(path: "crowd.sh"), atomically: true, encoding: .utf8)
            let run = try await ProgramRun.shell("bash crowd.sh", in: folder)
            #expect(
                run.standardOutput.split(whereSeparator: \.isNewline).filter { $0 == "ok" }.count == 5,
                "\(client): \(run.standardOutput)\(run.standardError)")
            await running.ended()
        }
    }
}
