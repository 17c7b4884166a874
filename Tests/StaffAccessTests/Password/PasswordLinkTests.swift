import DatabaseKit
import SimulationKit
import StaffAccess
import TestSupport
import Testing
import TokenKit

/// Links for a new password.
@Suite struct PasswordLinkTests {
    private static let new = "another sentence of one's own"

    /// Requests links for an address, and returns the e-mails to be sent.
    private func mails(
        to email: String = StaffBench.owner, count: Int = 1, in bench: StaffBench
    ) async throws -> [PasswordMail] {
        let address = try #require(StaffAddress(email))
        for _ in 0..<count { try await bench.service.askForPasswordLink(address) }
        return try await bench.service.passwordMails()
    }

    /// Returns the number of stored requests.
    private func stored(in bench: StaffBench) async throws -> Int? {
        try await bench.file.read { try $0.value("SELECT COUNT(*) FROM password_link") }
    }

    /// Expects a link to be refused with this code, or to set the password if the code is nil.
    private func expect(
        _ code: StaffError.Code?, from token: PasswordToken, in bench: StaffBench,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        var found: StaffError.Code?
        do {
            try await bench.service.setPassword(with: token, to: Self.new, names: [])
        } catch let error as StaffError {
            found = error.code
        }
        #expect(found == code, sourceLocation: sourceLocation)
    }

    @Test("a link sets the password once, ends all sessions and the pause, and signs no one in")
    func once() async throws {
        try await StaffBench.with { bench in
            let session = try await bench.signIn()
            for _ in 0..<5 { try await bench.expect(.wrongPassword, of: StaffBench.owner, "wrong") }
            let mail = try #require(try await mails(in: bench).first)
            #expect(mail.to == StaffBench.owner && mail.id.hasPrefix("link_"))
            #expect(try await bench.service.passwordMails().isEmpty)
            try await expect(nil, from: mail.token, in: bench)
            try await expect(.deadLink, from: mail.token, in: bench)
            let member = try await bench.service.members()[0]
            #expect(try await bench.service.member(of: session) == nil)
            #expect(try await bench.service.sessions(of: member).isEmpty)
            try await bench.expect(.wrongPassword, of: StaffBench.owner, StaffBench.password)
            try await bench.expect(nil, of: StaffBench.owner, Self.new)
        }
    }

    @Test("a member of a restored backup gets no link before the confirmation")
    func unconfirmed() async throws {
        try await StaffBench.with { bench in
            let now = bench.clock.now
            try await bench.file.write { _ = try $0.suspendAccess(at: now) }
            #expect(try await mails(in: bench).isEmpty)
            _ = try await bench.service.confirm(try #require(StaffAddress(StaffBench.owner)))
            let mail = try #require(try await mails(in: bench).first)
            try await expect(nil, from: mail.token, in: bench)
        }
    }

    @Test("a link can be used for 10 minutes", arguments: [(599, true), (600, false)])
    func late(seconds: Int64, isOpen: Bool) async throws {
        try await StaffBench.with { bench in
            let mail = try #require(try await mails(in: bench).first)
            bench.clock.advance(seconds: seconds)
            let member = try await bench.service.member(ofPasswordLink: mail.token)
            #expect((member != nil) == isOpen)
            try await expect(isOpen ? nil : .deadLink, from: mail.token, in: bench)
        }
    }

    @Test("a weak password does not use up the link, and a changed one does")
    func weak() async throws {
        try await StaffBench.with { bench in
            let mail = try #require(try await mails(in: bench).first)
            let error = await #expect(throws: StaffError.self) {
                try await bench.service.setPassword(with: mail.token, to: "passwordpassword", names: [])
            }
            #expect(error?.code == .weakPassword)
            #expect(try await bench.service.member(ofPasswordLink: mail.token) != nil)
            let address = try #require(StaffAddress(StaffBench.owner))
            _ = try await bench.service.setPassword(of: address, to: Self.new, names: [])
            try await expect(.deadLink, from: mail.token, in: bench)
        }
    }

    @Test("an address gets at most three links an hour, and an unknown one none")
    func limits() async throws {
        try await StaffBench.with { bench in
            let unknown = try await mails(to: "nobody@example.org", count: 5, in: bench)
            #expect(unknown.isEmpty)
            #expect(try await mails(count: 5, in: bench).count == 3)
            bench.clock.advance(seconds: 3_599)
            #expect(try await mails(in: bench).isEmpty)
            bench.clock.advance(seconds: 1)
            #expect(try await mails(in: bench).count == 1)
            #expect(try await stored(in: bench) == 1)
        }
    }

    @Test("a known and an unknown address leave the same row, without the address", .sqlite)
    func rows() async throws {
        try await StaffBench.with { bench in
            for email in [StaffBench.owner, "typed.here@example.org"] {
                try await bench.service.askForPasswordLink(try #require(StaffAddress(email)))
            }
            let mail = try #require(try await bench.service.passwordMails().first)
            let path = bench.store.sqlite.path
            let bytes = try [path, path + "-wal"].map { try [UInt8](contentsOf: $0) }
            let text = String(decoding: Array(bytes.joined()), as: UTF8.self)
            #expect(!text.contains("typed.here") && !text.contains(mail.token.text))
            #expect(try await stored(in: bench) == 2)
        }
    }

    @Test("a removed member's links no longer work")
    func removed() async throws {
        try await StaffBench.with { bench in
            let mail = try #require(try await mails(in: bench).first)
            _ = try await bench.service.remove(try #require(StaffAddress(StaffBench.owner)))
            try await expect(.deadLink, from: mail.token, in: bench)
        }
    }
}
