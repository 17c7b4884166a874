import Foundation
import TestSupport
import Testing

/// The live view over a socket: `tapctl serve` as a process, `curl` as a browser, and other programs that
/// write meanwhile.
@Suite(.serialized, .timeLimit(.minutes(3))) struct ServeLiveTests {
    /// A server for `Grace` and `Hope`. A treasurer of Grace has signed in, and the cookie is in `jar`.
    private static func with(
        _ arguments: [String] = [], _ body: (Scratch, ServedPages) async throws -> Void
    ) async throws {
        try await Scratch.with { scratch in
            let made = try await scratch.run(
                """
                for org in Grace Hope; do tapctl org add $org --name $org; tapctl fund add 12 --org $org --name Missions; done
                for org in Grace Hope; do echo "a sentence of my own" | tapctl admin add $org@example.org --org $org \\
                    --role treasurer --password -; done
                """)
            try #require(made.exitCode == 0, "\(made.standardError)")
            let server = try await ServedPages(arguments, in: scratch)
            for (org, jar) in [("grace", "jar"), ("hope", "other")] {
                let signed = try await scratch.run(
                    """
                    at=\(server.address)/admin/sign-in
                    csrf=$(curl -s -c \(jar) $at | sed -n 's/.*name="csrf" value="\\([^"]*\\)".*/\\1/p')
                    curl -s -o home -w '%{http_code}' -b \(jar) -c \(jar) $at -d csrf=$csrf -d email=\(org)@example.org \\
                        --data-urlencode "password=a sentence of my own"
                    """)
                try #require(signed.standardOutput == "303")
            }
            try await body(scratch, server)
        }
    }

    /// A live stream of Grace, read by curl.
    private static func stream(_ server: ServedPages, in scratch: Scratch, after id: String? = nil) throws
        -> RunningProgram
    {
        try RunningProgram(
            ["curl", "-sN", "-b", "jar", "\(server.address)/admin/org/Grace/live/events"]
                + (id.map { ["-H", "Last-Event-ID: \($0)"] } ?? []), in: scratch.folder)
    }

    /// Reads up to and including the next event with today's total; returns the lines and that event's id.
    private static func today(_ program: RunningProgram) async throws -> (lines: [String], id: String) {
        var (lines, id, isLast) = ([String](), "", false)
        for await line in program.lines {
            lines.append(line)
            if line.hasPrefix("id: ") { id = String(line.dropFirst(4)) }
            if line == "event: today" { isLast = true }
            if isLast, line.isEmpty { return (lines, id) }
        }
        Issue.record("the stream ended: \(lines)")
        throw CancellationError()
    }

    private static func give(_ amount: String, in scratch: Scratch) async throws {
        let gave = try await scratch.run(
            """
            tapctl gift make --org Grace --amount \(amount) --method pm_card_visa --name "A Donor" --email a@example.org
            """)
        try #require(gave.exitCode == 0, "\(gave.standardError)")
    }

    /// The amounts in all rows of succeeded gifts, in order.
    private static func given(_ lines: [String]) -> [String] {
        lines.filter { $0.hasPrefix("data: <tr") && $0.contains(">succeeded<") }.compactMap {
            $0.firstMatch(of: /\$[0-9.]+/).map { String($0.0) }
        }
    }

    @Test("changes by other programs arrive at once, and a reconnected browser gets each missed change once")
    func arrives() async throws {
        try await Self.with { scratch, server in
            let first = try Self.stream(server, in: scratch)
            for await line in first.lines where line == "event: all" { break }
            try await Self.give("12.50", in: scratch)
            let heard = try await Self.today(first)
            #expect(Self.given(heard.lines) == ["$12.50"])
            first.signal(SIGKILL)

            try await Self.give("13.50", in: scratch)
            let tapped = try await scratch.run("tapctl invoke 'https://appclip.tap.giving/Grace?f=12&r=0'")
            try #require(tapped.exitCode == 0, "\(tapped.standardError)")
            let second = try Self.stream(server, in: scratch, after: heard.id)
            let missed = try await Self.today(second)
            #expect(Self.given(missed.lines) == ["$13.50"])
            #expect(missed.lines.contains { $0.contains("<td>Tap <") && $0.contains("Missions") })
            #expect(!missed.lines.contains { $0.contains("event: all") || $0.contains("A Donor") })
            #expect(missed.lines.contains { $0.contains("$26.00") })
            try await Self.give("14.50", in: scratch)
            #expect(Self.given(try await Self.today(second).lines) == ["$14.50"])
            _ = try await server.end()
        }
    }

    @Test("a server that is stopped does not wait for streams, and closes them cleanly")
    func ends() async throws {
        try await Self.with { scratch, server in
            let open = [try Self.stream(server, in: scratch), try Self.stream(server, in: scratch)]
            for stream in open { for await line in stream.lines where line == "event: all" { break } }
            let begin = ContinuousClock.now
            _ = try await server.end()
            #expect(begin.duration(to: .now) < .seconds(5), "open requests have 10 seconds")
            for stream in open { #expect(await stream.exitCode() == 0, "curl reads to the last chunk") }
        }
    }

    @Test("a client that disconnects frees its place at once")
    func goes() async throws {
        try await Self.with { scratch, server in
            var open: [RunningProgram] = []
            for _ in 0..<4 {
                let stream = try Self.stream(server, in: scratch)
                for await line in stream.lines where line == "event: all" { break }
                open.append(stream)
            }
            let ask =
                "curl -s -m 1 -o answer -w '%{http_code}' -b jar \(server.address)/admin/org/Grace/live/events"
            let refused = try await scratch.run("\(ask); grep -o 'are open in this session' answer")
            #expect(refused.standardOutput == "429are open in this session\n")
            for stream in open { stream.signal(SIGKILL) }
            let again = try await scratch.run(
                "for i in $(seq 50); do code=$(\(ask)); [ $code = 200 ] && break; sleep 0.1; done; echo $code $i"
            )
            #expect(
                again.standardOutput.hasPrefix("200 "), "a heartbeat would notice it only after 15 seconds")
            _ = try await server.end()
        }
    }

    @Test("a stream is one request of its route, answered as soon as it is open; no other route has a stream")
    func counted() async throws {
        try await Self.with(["--metrics", "0"]) { scratch, server in
            let metrics = try await server.line(beginning: "metrics on ")
            let stream = try RunningProgram(
                ["curl", "-siN", "-b", "jar", "\(server.address)/admin/org/Grace/live/events"],
                in: scratch.folder)
            var head: [String] = []
            for await line in stream.lines {
                head.append(line.trimmingCharacters(in: .newlines).lowercased())
                if line == "event: all" { break }
            }
            for line in [
                "http/1.1 200 ok", "content-type: text/event-stream; charset=utf-8",
                "cache-control: no-store",
                "x-accel-buffering: no",
                "transfer-encoding: chunked", "retry: 2000",
            ] {
                #expect(head.contains(line), "\(line)")
            }
            let run = try await scratch.run(
                """
                for ask in "-b none" "-b tapctl-admin=forged" "-b other" "-b jar -X POST"; do
                    curl -s -m 5 -o answer -w '%{http_code} ' $ask \(server.address)/admin/org/Grace/live/events
                done; grep -c 'Missions\\|event:' answer
                curl -s -b jar -I \(server.address)/admin/org/Grace/live/events | grep -ic '200 ok\\|text/event-stream'
                curl -si -b jar \(server.address)/admin/org/Grace/live | grep -io "; script-src 'self'; connect-src 'self'; form"
                curl -si \(server.address)/admin/live.js | tr -d '\\r' | grep -i '^content-type'
                curl -s \(metrics)
                """)
            let lines = run.standardOutput.split(separator: "\n").map { $0.lowercased() }
            #expect(lines.prefix(2) == ["403 403 404 405 0", "2"], "\(run.standardOutput.prefix(100))")
            for line in [
                "; script-src 'self'; connect-src 'self'; form",
                "content-type: text/javascript; charset=utf-8",
                #"tapctl_http_requests_total{route="/admin/org/{org}/live/events",status="2xx"} 2"#,
                #"tapctl_http_requests_total{route="/admin/org/{org}/live/events",status="4xx"} 4"#,
                "tapctl_http_requests_in_flight 0",
            ] {
                #expect(lines.contains(line), "\(line)")
            }
            _ = try await server.end()
        }
    }
}
