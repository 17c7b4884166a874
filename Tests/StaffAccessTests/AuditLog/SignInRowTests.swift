import Foundation
import StaffAccess
import Testing
import TextKit
import TokenKit

/// The rows of sign-ins.
@Suite struct SignInRowTests {
    @Test("a sign-in and a sign-out leave a row each, with the member and the network")
    func done() async throws {
        try await StaffBench.with { bench in
            let service = bench.service
            let token = try await service.signIn(
                email: StaffBench.owner, password: StaffBench.password, from: "203.0.113.0/24")
            let member = try #require(try await service.member(of: token))
            try await service.signOut(token, from: "203.0.113.0/24")
            try await service.signOut(token, from: "203.0.113.0/24")
            let rows = try await bench.rows()
            #expect(rows.map(\.event.action) == ["session.end", "session.start"])
            for row in rows {
                #expect(row.event.actor.text == member.id && row.event.outcome == "done")
                #expect(row.event.network == "203.0.113.0/24" && row.event.organizations == ["Grace"])
            }
        }
    }

    @Test("a refused sign-in names the member whose address was used, and no address that is unknown")
    func refused() async throws {
        try await StaffBench.with { bench in
            let member = try await bench.service.members()[0]
            try await bench.expect(.wrongPassword, of: "nobody@example.org", "wrong")
            for _ in 0..<5 { try await bench.expect(.wrongPassword, of: StaffBench.owner, "wrong") }
            try await bench.expect(.paused, of: StaffBench.owner, StaffBench.password)
            let rows = try await bench.rows()
            #expect(rows.map(\.event.refusal) == ["paused"] + Array(repeating: "wrongPassword", count: 6))
            #expect(rows.allSatisfy { $0.event.actor == .anonymous && $0.event.action == "session.start" })
            #expect(rows.prefix(6).allSatisfy { $0.event.ids == [member.id] })
            #expect(rows[6].event.ids.isEmpty && rows[6].event.organizations.isEmpty)
        }
    }

    @Test("the log contains no address, no password, no token and no name of a key")
    func noPersonalData() async throws {
        try await StaffBench.with { bench in
            let token = try await bench.service.signIn(email: StaffBench.owner, password: StaffBench.password)
            try await bench.expect(.wrongPassword, of: "somebody@example.org", "a wrong password")
            let secret = try await bench.recording {
                try await bench.keys.add("website", .owner, organizations: ["Grace"]).secret
            }
            let text = try await bench.rows().map { CSVLine.text(AuditLogSheet.line($0)) }.joined()
            #expect(text.contains("key_"))
            for secret in [
                StaffBench.owner, "example", "wrong password", StaffBench.password, token.text, secret.text,
                "website",
            ] {
                #expect(!text.contains(secret), "\(secret)")
            }
        }
    }
}
