import Foundation
import TestSupport
import Testing

/// The limit of requests per client address.
@Suite struct ServeRateTests {
    private static let post = "curl -s -D head -o page -w '%{http_code} ' -d email=a@example.org"

    @Test("a rate-limited client learns when to retry; other clients and this machine are served")
    func refused() async throws {
        try await Scratch.with { scratch in
            let server = try await ServedPages(
                ["--rate-sign-ins", "2", "--trusted-proxy", "127.0.0.1", "--metrics", "0"], in: scratch)
            let run = try await scratch.run(
                """
                ask() { \(Self.post) \(server.address)/-/giver "$@"; }
                from() { ask -H "X-Forwarded-For: $1"; }
                from 192.0.2.1; from "6.6.6.6, 192.0.2.1"; from 192.0.2.1; cp head refused; cp page refused.html
                from 192.0.2.2; from 2001:db8::1; from 2001:db8::2; from 2001:db8::3; ask; ask; ask
                curl -s -o none -w '%{http_code}' -H "X-Forwarded-For: 192.0.2.1" \(server.address)/-/giver
                """)
            // A request without the header may also come through a proxy that does not send it.
            #expect(run.standardOutput == "200 200 429 200 200 200 429 200 200 429 200")
            let read = try await scratch.run("cat refused refused.html")
            let seconds = try #require(read.standardOutput.firstMatch(of: #/(?i)retry-after: (\d+)/#)?.1)
            #expect((1...31).contains(Int(seconds) ?? 0))
            #expect(read.standardOutput.contains("Try again in \(seconds) second"))
            #expect(read.standardOutput.contains("Nothing was charged."))
            _ = try await server.end()
            let local = try await ServedPages(["--rate-sign-ins", "1"], in: scratch)
            let free = try await scratch.run("for i in 1 2 3; do \(Self.post) \(local.address)/-/giver; done")
            #expect(free.standardOutput == "200 200 200 ")
            _ = try await local.end()
        }
    }

    @Test("a forwarding header counts only from a trusted proxy")
    func notTrusted() async throws {
        try await Scratch.with { scratch in
            let server = try await ServedPages(
                ["--rate-sign-ins", "1", "--trusted-proxy", "192.0.2.9"], in: scratch)
            let run = try await scratch.run(
                "for i in 1 2 3; do \(Self.post) -H \"X-Forwarded-For: 192.0.2.$i\" \(server.address)/-/giver; done"
            )
            #expect(run.standardOutput == "200 429 429 ")
            _ = try await server.end()
        }
    }

    @Test("behind an untrusted proxy on this machine, all clients share one limit, and the log says so")
    func untrustedProxy() async throws {
        try await Scratch.with { scratch in
            let server = try await ServedPages(
                ["--rate-sign-ins", "2", "--public-url", "https://give.example.org"], in: scratch)
            let run = try await scratch.run(
                """
                from() { \(Self.post) -H "X-Forwarded-For: $1" \(server.address)/-/giver; }
                from 192.0.2.1; from 192.0.2.2; from 192.0.2.3
                \(Self.post) \(server.address)/-/giver
                """)
            #expect(run.standardOutput == "200 200 429 429 ")
            let said = try await server.end().filter { $0.contains("proxyNotTrusted") }
            #expect(said.count == 1 && said[0].contains("--trusted-proxy 127.0.0.1"), "\(said)")
        }
    }

    @Test("a trusted proxy on this machine has a limit for each client, even with a public address")
    func trustedProxy() async throws {
        try await Scratch.with { scratch in
            let server = try await ServedPages(
                [
                    "--rate-sign-ins", "1", "--public-url", "https://give.example.org",
                    "--trusted-proxy", "127.0.0.1",
                ], in: scratch)
            let run = try await scratch.run(
                """
                from() { \(Self.post) -H "X-Forwarded-For: $1" \(server.address)/-/giver; }
                from 192.0.2.1; from 192.0.2.2; from 192.0.2.1; from 127.0.0.1; from 127.0.0.1
                """)
            #expect(run.standardOutput == "200 200 429 200 429 ")
            #expect(try await server.end().filter { $0.contains("proxyNotTrusted") } == [])
        }
    }

    @Test("a program that makes gifts too often gets the API's own rate-limit error")
    func program() async throws {
        try await Scratch.with { scratch in
            let server = try await ServedPages(
                ["--rate-gifts", "1", "--trusted-proxy", "127.0.0.1"], in: scratch)
            let run = try await scratch.run(
                """
                ask() { curl -s -D head -o reply -w '%{http_code} ' -H "X-Forwarded-For: 192.0.2.1" "$@"; }
                ask -d '{}' \(server.address)/api/gifts; ask \(server.address)/api/gifts
                ask -d '{}' \(server.address)/api/gifts; cat head reply
                """)
            #expect(run.standardOutput.hasPrefix("401 401 429 "), "\(run.standardOutput)")
            let seconds = try #require(run.standardOutput.firstMatch(of: #/(?i)retry-after: (\d+)/#)?.1)
            let error = #"{"error":{"type":"invalid_request_error","code":"rateLimited","message":""#
            #expect(run.standardOutput.contains(error))
            #expect(run.standardOutput.contains("Try again in \(seconds) second"))
            #expect(run.standardOutput.lowercased().contains("content-type: application/json"))
            _ = try await server.end()
        }
    }
}
