import SimulationKit
import StaffAccess
import Testing
import TimeKit
import TokenKit

/// Sessions that a member or an operator ends.
@Suite struct SessionEndTests {
    private func member(in bench: StaffBench) async throws -> StaffMember {
        try await bench.service.member(of: try #require(StaffAddress(StaffBench.owner)))
    }

    @Test("a member sees their open sessions, and ends one with the password")
    func one() async throws {
        try await StaffBench.with { bench in
            _ = try await bench.signIn()
            bench.clock.advance(seconds: 1_800)
            let (first, second) = (try await bench.signIn(), try await bench.signIn())
            let member = try await member(in: bench)
            let sessions = try await bench.service.sessions(of: member)
            #expect(Set(sessions.map(\.id)) == [first.hash, second.hash])
            let id = String(first.hash.prefix(16))
            await #expect(throws: StaffError(.wrongCurrentPassword)) {
                try await bench.service.endSession(id, of: member, password: "wrong")
            }
            #expect(try await bench.service.member(of: first) != nil)
            try await bench.service.endSession(id, of: member, password: StaffBench.password)
            #expect(try await bench.service.member(of: first) == nil)
            #expect(try await bench.service.member(of: second) != nil)
        }
    }

    @Test("a member ends no session of another member")
    func foreign() async throws {
        try await StaffBench.with { bench in
            let other = try await bench.add("other@example.org", .owner, ["Grace"])
            let session = try await bench.signIn()
            try await bench.service.endSession(
                String(session.hash.prefix(16)), of: other, password: StaffBench.password)
            try await bench.service.endSessions(of: other, password: StaffBench.password)
            #expect(try await bench.service.member(of: session) != nil)
            #expect(try await bench.service.sessions(of: other).isEmpty)
        }
    }

    @Test("a member signs out everywhere with the password")
    func everywhere() async throws {
        try await StaffBench.with { bench in
            let sessions = [try await bench.signIn(), try await bench.signIn()]
            let member = try await member(in: bench)
            await #expect(throws: StaffError(.wrongCurrentPassword)) {
                try await bench.service.endSessions(of: member, password: "wrong")
            }
            #expect(try await bench.service.sessions(of: member).count == 2)
            try await bench.service.endSessions(of: member, password: StaffBench.password)
            for session in sessions { #expect(try await bench.service.member(of: session) == nil) }
        }
    }

    @Test("an operator ends the sessions of one member, or of all")
    func operated() async throws {
        try await StaffBench.with { bench in
            _ = try await bench.add("other@example.org", .tags, ["Grace"])
            _ = try await bench.add("away@example.org", .tags, ["Grace"])
            let other = try await bench.service.signIn(
                email: "other@example.org", password: StaffBench.password)
            _ = (try await bench.signIn(), try await bench.signIn())
            let address = try #require(StaffAddress(StaffBench.owner))
            let ended = try await bench.service.endSessions(of: address)
            #expect(ended.map(\.sessions) == [2] && ended.map(\.member.email) == [StaffBench.owner])
            #expect(try await bench.service.member(of: other) != nil)
            _ = try await bench.signIn()
            let all = try await bench.service.endSessions(of: nil)
            #expect(all.map(\.member.email) == ["other@example.org", StaffBench.owner])
            #expect(try await bench.service.member(of: other) == nil)
            let unknown = try #require(StaffAddress("nobody@example.org"))
            await #expect(throws: StaffError(.notFound, unknown.text)) {
                try await bench.service.endSessions(of: unknown)
            }
        }
    }

    @Test(
        "ends the sessions even if the operator's clock differs from the server's", arguments: [86_400, -600])
    func otherClock(seconds: Int64) async throws {
        try await StaffBench.with { bench in
            let token = try await bench.signIn()
            let clock = VirtualClock(at: bench.clock.now.adding(seconds: seconds))
            let service = StaffService(
                database: bench.store, clock: clock.wallClock, random: { 7 },
                factors: FactorSettings(clock: clock.wallClock) { _ in throw CancellationError() })
            let event = AuditLogEvent(.endSessions, by: .commandLine)
            let ended = try await service.auditLog.recording(event, code: { _ in nil }) {
                try await service.endSessions(of: nil)
            }
            #expect(ended.map(\.sessions) == [1])
            #expect(try await bench.service.member(of: token) == nil)
            let actions = try await bench.rows().map(\.event.action)
            #expect(actions.contains(AuditLogAction.endSessions.rawValue))
        }
    }

    @Test("ended sessions and changed passwords leave a row with the member")
    func rows() async throws {
        try await StaffBench.with { bench in
            let member = try await member(in: bench)
            for action in [AuditLogAction.endSessions, .changePassword] {
                _ = try await bench.signIn()
                let event = AuditLogEvent(action, by: .commandLine)
                try await bench.service.auditLog.recording(event, code: { _ in nil }) {
                    if action == .endSessions {
                        _ = try await bench.service.endSessions(of: nil)
                    } else {
                        _ = try await bench.service.setPassword(
                            of: try #require(StaffAddress(StaffBench.owner)), to: "one more sentence",
                            names: [])
                    }
                }
                let row = try #require(try await bench.rows().first).event
                #expect(row.action == action.rawValue && row.ids == [member.id])
                #expect(row.organizations == ["Grace"] && row.outcome == "done")
                if action == .changePassword {
                    try await bench.expect(nil, of: StaffBench.owner, "one more sentence")
                }
            }
        }
    }
}
