import Foundation
import TestSupport
import Testing

/// The log of `tapctl serve` about the requests that it answers.
@Suite struct ServeLogTests {
    /// A text that the test puts into everything that a person, a browser or a link can send.
    private static let secret = "s3cr3t"

    @Test("logs each request on one line, without personal data or tokens")
    func noSecrets() async throws {
        try await Scratch.with { scratch in
            _ = try await scratch.run(
                "tapctl org add Grace --name s3cr3t && tapctl fund add 12 --org Grace --name s3cr3t")
            let server = try await ServedPages(
                ["--log-level", "info", "--log-format", "json"], in: scratch)
            let sent = try await scratch.run(
                """
                ask() { curl -s -o answer -D head -w '%{http_code} ' -H "Cookie: giver=s3cr3t; tapctl-admin=s3cr3t" \\
                    -H "Authorization: Bearer s3cr3t" -H "X-Request-Id: s3cr3t" -H "X-Forwarded-For: s3cr3t" \\
                    -A s3cr3t -e http://s3cr3t.example/ "$@"; }
                at=\(server.address)
                ask "$at/Grace?f=12&r=s3cr3t&m=s3cr3t"
                key=$(curl -s "$at/Grace?f=12&r=0" | sed -n 's/.*name="key" value="\\([^"]*\\)".*/\\1/p')
                ask $at/-/give -d key=$key -d org=Grace -d fund=12 -d amount=50 -d by=card -d method=pm_card_visa \\
                    -d name=s3cr3t -d email=s3cr3t@example.org -d phone=s3cr3t
                for path in s3cr3t t/s3cr3t pay/s3cr3t plan/s3cr3t -/give/s3cr3t -/give/s3cr3t/receipt \\
                    -/giver/gift/s3cr3t -/giver/receipt/s3cr3t -/giver/statements/s3cr3t/s3cr3t \\
                    -/giver/link/s3cr3t .well-known/s3cr3t admin/s3cr3t admin/org/s3cr3t/gifts/s3cr3t; do
                    ask "$at/$path?s3cr3t=s3cr3t"
                done
                ask $at/-/giver -d email=s3cr3t@example.org
                ask $at/admin/sign-in -d csrf=s3cr3t -d email=s3cr3t@example.org -d password=s3cr3t
                ask -X PROPFIND $at/; echo; echo $key; grep -i ^x-request-id: head | tr -d '\\r'
                """)
            let said = sent.standardOutput.split(separator: "\n").map(String.init)
            try #require(said.count == 3, "\(sent.standardOutput) \(sent.standardError)")
            let statuses = said[0].split(separator: " ").compactMap { Int($0) }
            let log = try await server.end()
            let requests = try log.map(Self.object).filter { $0["event"] as? String == "request" }
            // One of them is that of the page with the key.
            #expect(requests.count == statuses.count + 1 && requests.count > 15)
            #expect(Set(statuses).isSubset(of: requests.compactMap { $0["status"] as? Int }))
            let id = try #require(requests.last?["request_id"] as? String)
            #expect(said[2].hasSuffix(" \(id)"), "the last answer carries the id of the last line")
            #expect(requests.last?["method"] as? String == "other")
            for line in log {
                #expect(!line.lowercased().contains(Self.secret), "\(line)")
                #expect(!line.contains(said[1]), "the form's key opens the gift's page: \(line)")
                #expect(!line.contains("127.0.0.1") || line.contains(#""event":"started""#), "\(line)")
            }
            let keys: Set = [
                "time", "level", "event", "method", "route", "status", "duration_ms", "octets", "request_id",
            ]
            for request in requests { #expect(Set(request.keys) == keys) }
        }
    }

    @Test("start and end are logged at level info, and nothing is logged by default")
    func quiet() async throws {
        try await Scratch.with { scratch in
            let told = try await ServedPages(["--log-level", "info"], in: scratch)
            let lines = try await told.end()
            #expect(lines.count == 2)
            #expect(lines.first?.hasSuffix("info started address=\(told.address)") == true, "\(lines)")
            #expect(lines.last?.hasSuffix("info ended") == true, "\(lines)")
            let quiet = try await ServedPages([], in: scratch)
            _ = try await scratch.run("curl -s \(quiet.address)/healthz")
            #expect(try await quiet.end() == [])
        }
    }

    private static func object(_ line: String) throws -> [String: Any] {
        try #require(
            try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
    }
}
