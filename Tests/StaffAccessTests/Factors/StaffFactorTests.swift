import DatabaseKit
import Foundation
import SimulationKit
import StaffAccess
import TestSupport
import Testing
import TextKit
import TimeKit
import TokenKit

/// Second factors: adding, using and losing them, and recovery codes.
@Suite struct StaffFactorTests {
    @Test("S-8: after a factor is added, the password alone starts no session")
    func secondStep() async throws {
        try await StaffBench.with { bench in
            let (secret, _) = try await bench.enroll()
            let pending = try await bench.signIn()
            #expect(try await bench.service.member(of: pending) == nil)
            #expect(try await bench.service.secondStep(of: pending)?.hasFactor == true)
            bench.wait(seconds: 30)
            let session = try await bench.service.finishSignIn(pending, code: bench.code(secret))
            #expect(try await bench.service.member(of: session)?.email == StaffBench.owner)
            #expect(try await bench.service.member(of: pending) == nil)
            #expect(try await bench.service.secondStep(of: pending) == nil)
        }
    }

    @Test("the first code confirms a secret, and a wrong one adds nothing")
    func confirmation() async throws {
        try await StaffBench.with { bench in
            let token = try await bench.signIn()
            let member = try #require(try await bench.service.member(of: token))
            let enrolment = try bench.service.enrolment(of: member, with: token)
            for code in ["", "000000", "12345", "ABCD-EFGH-IJKL-MNOP-QRST-UVWX"] {
                await bench.expect(.wrongCode) {
                    _ = try await bench.service.addFactor(
                        enrolment.sealed, code: code, password: StaffBench.password, to: member, with: token)
                }
            }
            await bench.expect(.wrongCurrentPassword) {
                _ = try await bench.service.addFactor(
                    enrolment.sealed, code: bench.code(enrolment.secret), password: "wrong", to: member,
                    with: token)
            }
            #expect(try await bench.service.factorStatus(of: member) == nil)
            let again = try bench.service.enrolment(enrolment.sealed, of: member, with: token)
            #expect(again == enrolment)
            let codes = try await bench.service.addFactor(
                enrolment.sealed, code: bench.code(enrolment.secret), password: StaffBench.password,
                to: member,
                with: token)
            #expect(Set(codes).count == 10)
            #expect(try await bench.service.factorStatus(of: member)?.recoveryCount == 10)
            await bench.expect(.factorExists) {
                _ = try await bench.service.addFactor(
                    enrolment.sealed, code: bench.code(enrolment.secret), password: StaffBench.password,
                    to: member,
                    with: token)
            }
        }
    }

    @Test("a secret can be confirmed only by its member and in its browser")
    func bound() async throws {
        try await StaffBench.with { bench in
            let (token, other) = (try await bench.signIn(), try await bench.signIn())
            let member = try #require(try await bench.service.member(of: token))
            let second = try await bench.add("second@example.org", .treasurer, ["Grace"])
            let enrolment = try bench.service.enrolment(of: member, with: token)
            let code = bench.code(enrolment.secret)
            await bench.expect(.signInExpired) {
                _ = try await bench.service.addFactor(
                    enrolment.sealed, code: code, password: StaffBench.password, to: member, with: other)
            }
            await bench.expect(.signInExpired) {
                _ = try await bench.service.addFactor(
                    enrolment.sealed, code: code, password: StaffBench.password, to: second, with: token)
            }
            await bench.expect(.signInExpired) {
                _ = try await bench.service.addFactor(
                    "00", code: code, password: StaffBench.password, to: member, with: token)
            }
        }
    }

    @Test("each code works once, even if it is sent many times at once, and no older one works after it")
    func once() async throws {
        try await StaffBench.with { bench in
            let (secret, _) = try await bench.enroll()
            let used = bench.code(secret)
            let first = try await bench.signIn()
            await bench.expect(.wrongCode) { _ = try await bench.service.finishSignIn(first, code: used) }
            bench.wait(seconds: 60)
            let (older, code) = (bench.code(secret, steps: -1), bench.code(secret))
            let tokens = [first, try await bench.signIn()]
            let sessions = await withTaskGroup(of: SessionToken?.self) { group in
                for token in tokens {
                    group.addTask { try? await bench.service.finishSignIn(token, code: code) }
                }
                return await group.reduce(into: [SessionToken]()) { if let token = $1 { $0.append(token) } }
            }
            #expect(sessions.count == 1)
            let last = try await bench.signIn()
            await bench.expect(.wrongCode) { _ = try await bench.service.finishSignIn(last, code: older) }
        }
    }

    @Test("codes follow the machine's clock, and not the clock of the processor")
    func machineClock() async throws {
        try await StaffBench.with { bench in
            let (secret, _) = try await bench.enroll()
            bench.clock.advance(seconds: 31 * 86_400)
            let pending = try await bench.signIn()
            bench.machine.advance(seconds: 30)
            _ = try await bench.service.finishSignIn(pending, code: bench.code(secret))
        }
    }

    @Test("wrong codes count as wrong passwords, and the correct password does not clear them")
    func pauses() async throws {
        try await StaffBench.with { bench in
            let (secret, _) = try await bench.enroll()
            bench.wait(seconds: 30)
            let pending = try await bench.signIn()
            for _ in 0..<4 {
                await bench.expect(.wrongCode) {
                    _ = try await bench.service.finishSignIn(pending, code: "000000")
                }
            }
            await bench.expect(.paused) {
                _ = try await bench.service.finishSignIn(pending, code: bench.code(secret))
            }
            try await bench.expect(.paused, of: StaffBench.owner, StaffBench.password)
            bench.wait(seconds: 60)
            _ = try await bench.service.finishSignIn(pending, code: bench.code(secret))
            try await bench.expect(nil, of: StaffBench.owner, StaffBench.password)
        }
    }

    @Test("a recovery code works once, and new ones replace the old ones")
    func recovery() async throws {
        try await StaffBench.with { bench in
            let (_, codes) = try await bench.enroll()
            let pending = try await bench.signIn()
            let session = try await bench.service.finishSignIn(pending, code: codes[3].text.lowercased())
            let member = try #require(try await bench.service.member(of: session))
            #expect(try await bench.service.factorStatus(of: member)?.recoveryCount == 9)
            let second = try await bench.signIn()
            await bench.expect(.wrongCode) {
                _ = try await bench.service.finishSignIn(second, code: codes[3].text)
            }
            let renewed = try await bench.service.renewRecoveryCodes(of: member, code: codes[0].text)
            await bench.expect(.wrongCode) {
                _ = try await bench.service.finishSignIn(second, code: codes[1].text)
            }
            _ = try await bench.service.finishSignIn(second, code: renewed[1].text)
        }
    }

    @Test("a pending sign-in ends after five minutes, and when the member signs out or is removed")
    func expiry() async throws {
        try await StaffBench.with { bench in
            let (secret, _) = try await bench.enroll()
            let pending = try await bench.signIn()
            bench.wait(seconds: 299)
            #expect(try await bench.service.secondStep(of: pending) != nil)
            bench.wait(seconds: 1)
            await bench.expect(.signInExpired) {
                _ = try await bench.service.finishSignIn(pending, code: bench.code(secret))
            }
            let out = try await bench.signIn()
            try await bench.service.signOut(out)
            #expect(try await bench.service.secondStep(of: out) == nil)
            let removed = try await bench.signIn()
            _ = try await bench.service.remove(try #require(StaffAddress(StaffBench.owner)))
            #expect(try await bench.service.secondStep(of: removed) == nil)
        }
    }

    @Test(
        "roles that change money must add a factor where it is required, and others need none",
        arguments: StaffRole.allCases)
    func required(role: StaffRole) async throws {
        try await StaffBench.with { bench in
            _ = try await bench.add("other@example.org", role, ["Grace"])
            let token = try await bench.service.signIn(
                email: "other@example.org", password: StaffBench.password, isFactorRequired: true)
            let isAsked = role == .owner || role == .treasurer
            #expect(try await (bench.service.member(of: token) == nil) == isAsked)
            guard let step = try await bench.service.secondStep(of: token) else {
                #expect(!isAsked)
                return
            }
            #expect(!step.hasFactor)
            await bench.expect(.noFactor) {
                _ = try await bench.service.finishSignIn(token, code: "123456")
            }
            let enrolment = try bench.service.enrolment(of: step.member, with: token)
            let (session, codes) = try await bench.service.finishSignIn(
                token, adding: enrolment.sealed, code: bench.code(enrolment.secret))
            #expect(codes.count == 10)
            #expect(try await bench.service.member(of: session)?.email == "other@example.org")
        }
    }

    @Test("a lost key is reported, recovery codes still work, and an operator can remove the factor")
    func lostKey() async throws {
        try await StaffBench.with { bench in
            let (secret, codes) = try await bench.enroll()
            bench.wait(seconds: 30)
            let second = try await bench.add("second@example.org", .treasurer, ["Grace"])
            let pending = try await bench.signIn()
            for isReplaced in [false, true] {
                bench.factorKey.lose()
                if isReplaced { _ = try bench.service.enrolment(of: second, with: pending) }
                await bench.expect(.factorUnreadable) {
                    _ = try await bench.service.finishSignIn(pending, code: bench.code(secret))
                }
            }
            let session = try await bench.service.finishSignIn(pending, code: codes[0].text)
            let address = try #require(StaffAddress(StaffBench.owner))
            _ = try await bench.service.removeFactor(of: address)
            #expect(try await bench.service.member(of: session) == nil)
            #expect(try await bench.service.member(of: try await bench.signIn()) != nil)
            await bench.expect(.noFactor) { _ = try await bench.service.removeFactor(of: address) }
        }
    }

    @Test("a member removes their factor with a code, and every session ends")
    func removal() async throws {
        try await StaffBench.with { bench in
            let other = try await bench.signIn()
            let (secret, _) = try await bench.enroll()
            #expect(try await bench.service.member(of: other) == nil)
            bench.wait(seconds: 30)
            let session = try await bench.service.finishSignIn(
                try await bench.signIn(), code: bench.code(secret))
            let member = try #require(try await bench.service.member(of: session))
            await bench.expect(.wrongCode) {
                try await bench.service.removeFactor(of: member, code: "000000")
            }
            bench.wait(seconds: 30)
            try await bench.service.removeFactor(of: member, code: bench.code(secret))
            #expect(try await bench.service.member(of: session) == nil)
            #expect(try await bench.service.factorStatus(of: member) == nil)
        }
    }

    @Test("adding, using, refusing and removing a factor leave rows with ids only")
    func rows() async throws {
        try await StaffBench.with { bench in
            let (secret, codes) = try await bench.enroll()
            bench.wait(seconds: 30)
            let pending = try await bench.signIn()
            await bench.expect(.wrongCode) {
                _ = try await bench.service.finishSignIn(pending, code: "000000")
            }
            let session = try await bench.service.finishSignIn(pending, code: bench.code(secret))
            let member = try #require(try await bench.service.member(of: session))
            _ = try await bench.service.renewRecoveryCodes(of: member, code: codes[0].text)
            bench.wait(seconds: 30)
            try await bench.service.removeFactor(of: member, code: bench.code(secret))
            let entries = try await bench.service.auditLog.entries(AuditLogFilter(limit: 100))
            #expect(
                entries.reversed().map { "\($0.event.action) \($0.event.refusal)" } == [
                    "session.start ", "factor.add ", "factor.ask ", "factor.use wrongCode",
                    "factor.use ", "session.start ", "factor.recover ", "factor.renew ", "factor.use ",
                    "factor.remove ",
                ])
            #expect(entries.first { $0.event.refusal == "wrongCode" }?.event.ids == [member.id])
            for entry in entries {
                let line = CSVLine.text(AuditLogSheet.line(entry))
                for text in [secret, "000000"] + codes.map(\.text) { #expect(!line.contains(text)) }
            }
        }
    }

    @Test("the file contains no secret, no code and no token of a pending sign-in", .sqlite)
    func atRest() async throws {
        try await StaffBench.with { bench in
            let (secret, codes) = try await bench.enroll()
            let pending = try await bench.signIn()
            let path = bench.store.sqlite.path
            let bytes = try [path, path + "-wal"].map { try [UInt8](contentsOf: $0) }
                .joined()
            let file = Array(bytes)
            let plain = try #require(Base32.bytes(of: secret))
            for text in [secret, pending.text] + codes.map(\.text) {
                #expect(!String(decoding: file, as: UTF8.self).contains(text))
            }
            #expect(Data(file).firstRange(of: Data(plain)) == nil)
        }
    }

    @Test("S-8: the right password in a session gives no further attempts at codes, and is no attempt itself")
    func noFurtherAttempts() async throws {
        try await StaffBench.with { bench in
            let (secret, _) = try await bench.enroll()
            let member = try await bench.service.members()[0]
            let confirm = {
                try await bench.service.endSession("none", of: member, password: StaffBench.password)
            }
            for _ in 0..<9 { try await confirm() }
            for _ in 0..<4 {
                await bench.expect(.wrongCode) {
                    try await bench.service.removeFactor(of: member, code: "12345")
                }
                try await confirm()
            }
            await bench.expect(.wrongCode) {
                try await bench.service.removeFactor(of: member, code: "12345")
            }
            await bench.expect(.paused) { try await confirm() }
            bench.wait(seconds: 60)
            try await bench.service.removeFactor(of: member, code: bench.code(secret))
        }
    }

    @Test("the URI for apps contains the server's name, the account and the secret")
    func uri() async throws {
        try await StaffBench.with { bench in
            let token = try await bench.signIn()
            let member = try #require(try await bench.service.member(of: token))
            let enrolment = try bench.service.enrolment(of: member, with: token)
            #expect(enrolment.secret.count == 32)
            #expect(
                enrolment.uri(issuer: "give.example.org:8080 é")
                    == "otpauth://totp/give.example.org%3A8080%20%C3%A9:owner%40example.org"
                    + "?secret=\(enrolment.secret)&issuer=give.example.org%3A8080%20%C3%A9"
                    + "&algorithm=SHA1&digits=6&period=30")
        }
    }
}

extension StaffBench {
    /// Adds a second factor to the owner. Returns its secret in base32, and the recovery codes.
    func enroll() async throws -> (secret: String, codes: [RecoveryCode]) {
        let token = try await signIn()
        let member = try #require(try await service.member(of: token))
        let enrolment = try service.enrolment(of: member, with: token)
        let codes = try await service.addFactor(
            enrolment.sealed, code: code(enrolment.secret), password: Self.password, to: member, with: token)
        return (enrolment.secret, codes)
    }

    /// Returns the code that an app shows now, or a number of steps later.
    func code(_ secret: String, steps: Int64 = 0) -> String {
        let step = TOTP.step(at: machine.wallClock.now()) + steps
        return TOTP.code(secret: Base32.bytes(of: secret) ?? [], step: step)
    }

    /// Advances both clocks.
    func wait(seconds: Int64) {
        clock.advance(seconds: seconds)
        machine.advance(seconds: seconds)
    }

    /// Expects an error with this code.
    func expect(
        _ code: StaffError.Code, sourceLocation: SourceLocation = #_sourceLocation,
        _ work: () async throws -> Void
    ) async {
        do {
            try await work()
            Issue.record("no error", sourceLocation: sourceLocation)
        } catch {
            #expect((error as? StaffError)?.code == code, sourceLocation: sourceLocation)
        }
    }
}
