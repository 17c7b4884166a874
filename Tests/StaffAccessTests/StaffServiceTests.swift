import DatabaseKit
import Foundation
import SimulationKit
import StaffAccess
import Synchronization
import TestSupport
import Testing
import TimeKit
import TokenKit

/// Signing in, the length of sessions, and the pauses after wrong passwords.
@Suite struct StaffServiceTests {
    @Test("the right password signs in, in any case of the address")
    func signIn() async throws {
        try await StaffBench.with { bench in
            let token = try await bench.service.signIn(
                email: " Owner@Example.ORG ", password: StaffBench.password)
            let member = try #require(try await bench.service.member(of: token))
            #expect(member.email == StaffBench.owner && member.role == .owner)
            #expect(member.belongs(to: "grace") && !member.belongs(to: "Hope"))
        }
    }

    @Test("a wrong password and an unknown address get the same error")
    func refused() async throws {
        try await StaffBench.with { bench in
            for (email, password) in [
                (StaffBench.owner, "wrong"), ("nobody@example.org", StaffBench.password), ("", ""),
                (StaffBench.owner, ""), (StaffBench.owner, String(repeating: "x", count: 5_000)),
            ] {
                try await bench.expect(.wrongPassword, of: email, password)
            }
        }
    }

    @Test("a password is hashed even for an unknown address")
    func equalWork() async throws {
        try await StaffBench.with { bench in
            // Making a hash draws its salt, 16 bytes in two words. A session would draw four more.
            let drawn = Mutex(0)
            let draw: @Sendable () -> UInt64 = {
                drawn.withLock { $0 += 1 }
                return 7
            }
            let service = StaffService(
                database: bench.file, clock: bench.clock.wallClock, random: draw,
                cost: ScryptCost(rounds: 2, blockSize: 1, parallelism: 1))
            await #expect(throws: StaffError.self) {
                try await service.signIn(email: "nobody@example.org", password: StaffBench.password)
            }
            #expect(drawn.withLock { $0 } == 2)
        }
    }

    @Test(
        "five wrong passwords lock an address for a minute, known or not",
        arguments: [StaffBench.owner, "nobody@example.org"])
    func lockout(email: String) async throws {
        try await StaffBench.with { bench in
            for _ in 0..<5 { try await bench.expect(.wrongPassword, of: email, "wrong") }
            try await bench.expect(.paused, of: email, StaffBench.password)
            bench.clock.advance(seconds: 59)
            try await bench.expect(.paused, of: email.uppercased(), StaffBench.password)
            bench.clock.advance(seconds: 1)
            let isKnown = email == StaffBench.owner
            try await bench.expect((isKnown ? nil : .wrongPassword), of: email, StaffBench.password)
        }
    }

    @Test("each further wrong password doubles the pause, to an hour, and a day without one forgets them")
    func growing() async throws {
        try await StaffBench.with { bench in
            for _ in 0..<4 { try await bench.expect(.wrongPassword, of: StaffBench.owner, "wrong") }
            for minutes in [1, 2, 4, 8, 16, 32, 60, 60] as [Int64] {
                try await bench.expect(.wrongPassword, of: StaffBench.owner, "wrong")
                bench.clock.advance(seconds: minutes * 60 - 1)
                try await bench.expect(.paused, of: StaffBench.owner, "wrong")
                bench.clock.advance(seconds: 1)
            }
            bench.clock.advance(seconds: 86_400)
            for _ in 0..<4 { try await bench.expect(.wrongPassword, of: StaffBench.owner, "wrong") }
            try await bench.expect(nil, of: StaffBench.owner, StaffBench.password)
        }
    }

    @Test("a right password clears the wrong ones before it")
    func forgotten() async throws {
        try await StaffBench.with { bench in
            for _ in 0..<3 {
                for _ in 0..<4 {
                    try await bench.expect(.wrongPassword, of: StaffBench.owner, "wrong")
                }
                try await bench.expect(nil, of: StaffBench.owner, StaffBench.password)
            }
        }
    }

    @Test("thirty attempts at once count as five")
    func atOnce() async throws {
        try await StaffBench.with { bench in
            var codes: [StaffError.Code?] = []
            try await withThrowingTaskGroup(of: StaffError.Code?.self) { group in
                for _ in 0..<30 { group.addTask { try await bench.refusal(StaffBench.owner, "wrong") } }
                for try await code in group { codes.append(code) }
            }
            #expect(codes.filter { $0 == .wrongPassword }.count == 5)
            #expect(codes.filter { $0 == .paused }.count == 25)
        }
    }

    @Test("a session ends after half an hour without a request, and after twelve hours with them")
    func sessions() async throws {
        try await StaffBench.with { bench in
            let idle = try await bench.service.signIn(email: StaffBench.owner, password: StaffBench.password)
            bench.clock.advance(seconds: 1_799)
            #expect(try await bench.service.member(of: idle) != nil)
            bench.clock.advance(seconds: 1_800)
            #expect(try await bench.service.member(of: idle) == nil)
            let busy = try await bench.service.signIn(email: StaffBench.owner, password: StaffBench.password)
            for _ in 0..<43 {
                bench.clock.advance(seconds: 1_000)
                #expect(try await bench.service.member(of: busy) != nil)
            }
            bench.clock.advance(seconds: 200)
            #expect(try await bench.service.member(of: busy) == nil)
        }
    }

    @Test("signing out or removing a member ends the session at once")
    func out() async throws {
        try await StaffBench.with { bench in
            let tokens = [
                try await bench.service.signIn(email: StaffBench.owner, password: StaffBench.password),
                try await bench.service.signIn(email: StaffBench.owner, password: StaffBench.password),
            ]
            #expect(tokens[0] != tokens[1])
            try await bench.service.signOut(tokens[0])
            #expect(try await bench.service.member(of: tokens[0]) == nil)
            #expect(try await bench.service.member(of: tokens[1]) != nil)
            let address = try #require(StaffAddress(StaffBench.owner))
            _ = try await bench.service.remove(address)
            #expect(try await bench.service.member(of: tokens[1]) == nil)
            try await bench.expect(.wrongPassword, of: StaffBench.owner, StaffBench.password)
            await #expect(throws: StaffError(.notFound, StaffBench.owner)) {
                try await bench.service.remove(address)
            }
        }
    }

    @Test("an address can be used once, and every member has an organization")
    func members() async throws {
        try await StaffBench.with { bench in
            await #expect(throws: StaffError(.taken, StaffBench.owner)) {
                try await bench.add("OWNER@example.org", .tags, ["Hope"])
            }
            await #expect(throws: StaffError.self) { try await bench.add("b@example.org", .tags, []) }
            _ = try await bench.add("b@example.org", .readOnly, ["Hope", "Grace"])
            #expect(try await bench.service.members().map(\.email) == ["b@example.org", StaffBench.owner])
        }
    }

    @Test("the file contains no password and no token", .sqlite)
    func atRest() async throws {
        try await StaffBench.with { bench in
            let token = try await bench.service.signIn(email: StaffBench.owner, password: StaffBench.password)
            _ = try? await bench.service.signIn(
                email: "typed.here@example.org", password: StaffBench.password)
            let path = bench.store.sqlite.path
            let bytes = try [path, path + "-wal"].map { try [UInt8](contentsOf: $0) }
                .joined()
            let text = String(decoding: Array(bytes), as: UTF8.self)
            #expect(text.contains(StaffBench.owner))
            for secret in [StaffBench.password, token.text, token.csrfToken.text, "typed.here"] {
                #expect(!text.contains(secret), "\(secret)")
            }
        }
    }

    @Test("each role has exactly its permissions", arguments: StaffRole.allCases)
    func roles(role: StaffRole) {
        let expected: [StaffRole: Set<StaffPermission>] = [
            .owner: [
                .seeMoney, .change, .changeOrganizations, .seeTags, .changeTags, .seeAuditLog, .changeStaff,
            ],
            .treasurer: [.seeMoney, .change], .tags: [.seeTags, .changeTags],
            .readOnly: [.seeMoney, .seeTags],
        ]
        #expect(Set(StaffPermission.allCases.filter(role.permits)) == expected[role])
    }

    @Test("confirming a member leaves a row with their id, and confirming an unknown address is refused")
    func confirmation() async throws {
        try await StaffBench.with { bench in
            let address = try #require(StaffAddress(StaffBench.owner))
            let member = try await bench.service.members()[0]
            let now = bench.clock.now
            try await bench.file.write { _ = try $0.suspendAccess(at: now) }
            #expect(try await bench.refusal(StaffBench.owner, StaffBench.password) == .wrongPassword)
            _ = try await bench.recording { try await bench.service.confirm(address) }
            try await bench.expect(nil, of: StaffBench.owner, StaffBench.password)
            let rows = try await bench.rows().map(\.event)
            #expect(rows.contains { $0.ids == [member.id] && $0.refusal == "unconfirmed" })
            #expect(rows.contains { $0.ids == [member.id] && $0.outcome == "done" })
            let stranger = try #require(StaffAddress("nobody@example.org"))
            await #expect(throws: StaffError.self) { try await bench.service.confirm(stranger) }
        }
    }

    @Test("a failed sign-in of an unconfirmed member counts like a wrong password")
    func unconfirmedAttempts() async throws {
        try await StaffBench.with { bench in
            let now = bench.clock.now
            try await bench.file.write { _ = try $0.suspendAccess(at: now) }
            for _ in 0..<5 {
                try await bench.expect(.wrongPassword, of: StaffBench.owner, StaffBench.password)
            }
            try await bench.expect(.paused, of: StaffBench.owner, StaffBench.password)
        }
    }
}
