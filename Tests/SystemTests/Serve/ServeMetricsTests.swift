import Foundation
import TestSupport
import Testing

/// The metrics of `tapctl serve` for Prometheus.
@Suite struct ServeMetricsTests {
    @Test("requests, gifts, time and memory, on a port of their own")
    func metrics() async throws {
        try await Scratch.with { scratch in
            _ = try await scratch.run(
                """
                tapctl org add Grace --name Grace && tapctl fund add 12 --org Grace --name Missions
                tapctl gift make --org Grace --amount 5 --method pm_card_visa --name A --email a@example.org
                """)
            let server = try await ServedPages(["--metrics", "0"], in: scratch)
            let address = try await server.line(beginning: "metrics on ")
            let run = try await scratch.run(
                """
                for i in 1 2 3; do curl -s -o page "\(server.address)/Grace?f=12&r=0"; done
                curl -s -o none "\(server.address)/Grace?f=13"; curl -s -o none "\(server.address)/-/give/s3cr3t"
                curl -si \(address) > metrics; tr -d '\\r' < metrics | sed '/^$/q' > head
                tr -d '\\r' < metrics | sed '1,/^$/d'
                """)
            let head = try String(contentsOf: scratch.folder.appending(path: "head"), encoding: .utf8)
            #expect(
                head.localizedCaseInsensitiveContains(
                    "Content-Type: text/plain; version=0.0.4; charset=utf-8"))
            let lines = run.standardOutput.split(separator: "\n").map(String.init)
            for line in [
                #"tapctl_http_requests_total{route="/{org}",status="2xx"} 3"#,
                #"tapctl_http_requests_total{route="/{org}",status="4xx"} 1"#,
                #"tapctl_http_requests_total{route="/-/give/{key}",status="4xx"} 1"#,
                #"tapctl_http_request_duration_seconds_count{route="/{org}"} 4"#,
                #"tapctl_http_requests_in_flight 0"#, #"tapctl_gifts{status="succeeded"} 1"#,
                #"tapctl_gifts{status="failed"} 0"#,
            ] {
                #expect(lines.contains(line), "\(line)")
            }
            #expect(lines.contains { $0.hasPrefix("process_resident_memory_bytes ") })
            #expect(lines.contains { $0.hasPrefix("tapctl_uptime_seconds ") })
            let sample = #/[a-z_]+(\{[a-z_]+="[^"\\\n]*"(,[a-z_]+="[^"\\\n]*")*\})? [0-9.e+-]+/#
            for line in lines where !line.hasPrefix("# ") {
                #expect(line.wholeMatch(of: sample) != nil, "\(line)")
            }
            #expect(!run.standardOutput.contains("s3cr3t"))
            _ = try await server.end()
        }
    }

    @Test("the pages' port has no metrics, and the metrics' port no pages")
    func apart() async throws {
        try await Scratch.with { scratch in
            let server = try await ServedPages(["--metrics", "0"], in: scratch)
            let address = try await server.line(beginning: "metrics on ")
            let other = address.replacing("/metrics", with: "/")
            let run = try await scratch.run(
                """
                for at in \(server.address)/metrics \(other) \(other)healthz \(other)admin "-X POST \(address)" \\
                    "-I \(address)"; do curl -s -o body -w '%{http_code} ' $at; done
                """)
            #expect(run.standardOutput == "404 404 404 404 404 200 ")
            _ = try await server.end()
        }
    }

    @Test("a port in use gives exit code 69 and names the port")
    func portTaken() async throws {
        try await Scratch.with { scratch in
            let server = try await ServedPages([], in: scratch)
            let port = try #require(server.address.split(separator: ":").last)
            let second = try await scratch.run("tapctl serve --port 0 --metrics \(port)")
            #expect(second.exitCode == 69)
            #expect(
                second.standardError.contains("another program is already listening on 127.0.0.1:\(port)"))
            let third = try await scratch.run("tapctl serve --port \(port) --metrics 0")
            #expect(
                third.exitCode == 69 && third.standardOutput == "",
                "pages that are not served have no metrics")
            _ = try await server.end()
        }
    }
}
