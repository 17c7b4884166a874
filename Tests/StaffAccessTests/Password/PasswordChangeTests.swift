import SimulationKit
import StaffAccess
import Testing
import TokenKit

/// Changing a member's password.
@Suite struct PasswordChangeTests {
    private static let new = "another sentence of one's own"

    private func change(
        in bench: StaffBench, _ member: StaffMember, _ session: SessionToken,
        from current: String = StaffBench.password, to new: String = new
    ) async throws {
        try await bench.service.changePassword(
            of: member, from: current, to: new, names: ["Grace Church"], keeping: session)
    }

    @Test("S-8: a member changes the password with the current one, and all other sessions end")
    func changed() async throws {
        try await StaffBench.with { bench in
            let here = try await bench.signIn()
            let elsewhere = try await bench.signIn()
            let member = try #require(try await bench.service.member(of: here))
            try await change(in: bench, member, here)
            #expect(try await bench.service.member(of: here) != nil)
            #expect(try await bench.service.member(of: elsewhere) == nil)
            try await bench.expect(.wrongPassword, of: StaffBench.owner, StaffBench.password)
            try await bench.expect(nil, of: StaffBench.owner, Self.new)
        }
    }

    @Test("S-8: without the current password nothing changes, and each attempt counts")
    func wrong() async throws {
        try await StaffBench.with { bench in
            let (here, elsewhere) = (try await bench.signIn(), try await bench.signIn())
            let member = try #require(try await bench.service.member(of: here))
            for wrong in ["", "wrong", StaffBench.password + " ", "w", "r"] {
                await #expect(throws: StaffError(.wrongCurrentPassword)) {
                    try await change(in: bench, member, here, from: wrong)
                }
            }
            // An empty password is refused without counting.
            await #expect(throws: StaffError(.wrongCurrentPassword)) {
                try await change(in: bench, member, here, from: "o")
            }
            let error = await #expect(throws: StaffError.self) { try await change(in: bench, member, here) }
            #expect(error?.code == .paused)
            #expect(try await bench.service.member(of: elsewhere) != nil)
            bench.clock.advance(seconds: 60)
            try await bench.expect(nil, of: StaffBench.owner, StaffBench.password)
        }
    }

    @Test("a new password must follow the same rules as the first one")
    func weak() async throws {
        try await StaffBench.with { bench in
            let here = try await bench.signIn()
            let member = try #require(try await bench.service.member(of: here))
            for weak in ["short", "passwordpassword", "our church on the hill", "a sentence with grace"] {
                let error = await #expect(throws: StaffError.self) {
                    try await change(in: bench, member, here, to: weak)
                }
                #expect(error?.code == .weakPassword)
            }
            try await bench.expect(nil, of: StaffBench.owner, StaffBench.password)
        }
    }

    @Test("an operator sets a password, which ends all sessions and the pause after wrong passwords")
    func operated() async throws {
        try await StaffBench.with { bench in
            let session = try await bench.signIn()
            for _ in 0..<5 { try await bench.expect(.wrongPassword, of: StaffBench.owner, "wrong") }
            let address = try #require(StaffAddress(StaffBench.owner))
            _ = try await bench.service.setPassword(of: address, to: Self.new, names: [])
            #expect(try await bench.service.member(of: session) == nil)
            try await bench.expect(nil, of: StaffBench.owner, Self.new)
            let unknown = try #require(StaffAddress("nobody@example.org"))
            await #expect(throws: StaffError(.notFound, unknown.text)) {
                try await bench.service.setPassword(of: unknown, to: Self.new, names: [])
            }
        }
    }
}
