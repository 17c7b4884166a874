import SimulationKit
import Testing
import TokenKit

@testable import StaffAccess

/// Browsers with which a member has signed in before.
@Suite struct KnownBrowserTests {
    /// Signs the owner in, and returns the proof for the browser.
    private static func known(_ bench: StaffBench) async throws -> KnownBrowser {
        let token = try await bench.service.signIn(email: StaffBench.owner, password: StaffBench.password)
        return try #require(try await bench.service.remembered(nil, after: token))
    }

    private static func code(
        _ bench: StaffBench, _ password: String, _ browser: KnownBrowser?
    ) async throws -> StaffError.Code? {
        do {
            _ = try await bench.service.signIn(
                email: StaffBench.owner, password: password, browser: browser)
            return nil
        } catch let error as StaffError {
            return error.code
        }
    }

    @Test("others who try passwords do not lock the owner out of a browser that has signed in before")
    func notLockedOut() async throws {
        try await StaffBench.with { bench in
            let browser = try await Self.known(bench)
            for _ in 0..<5 { try await bench.expect(.wrongPassword, of: StaffBench.owner, "wrong") }
            try await bench.expect(.paused, of: StaffBench.owner, StaffBench.password)
            #expect(try await Self.code(bench, StaffBench.password, browser) == nil)
            // The owner's sign-in does not reset the count of the others.
            bench.clock.advance(seconds: SignInAttempts.firstPause)
            try await bench.expect(.wrongPassword, of: StaffBench.owner, "wrong")
            try await bench.expect(.paused, of: StaffBench.owner, "wrong")
        }
    }

    @Test("S-8: others who try passwords do not keep a member from ending sessions and changing the password")
    func notLockedOutOfChanges() async throws {
        try await StaffBench.with { bench in
            let (browser, here) = (try await Self.known(bench), try await bench.signIn())
            let member = try #require(try await bench.service.member(of: here))
            for _ in 0..<5 { try await bench.expect(.wrongPassword, of: StaffBench.owner, "wrong") }
            await #expect(throws: StaffError.self) {
                try await bench.service.endSession("none", of: member, password: StaffBench.password)
            }
            try await bench.service.endSession(
                "none", of: member, password: StaffBench.password, browser: browser)
            try await bench.service.changePassword(
                of: member, from: StaffBench.password, to: "another sentence of one's own", names: [],
                keeping: here, browser: browser)
            // The old proof is no longer valid, so the browser gets a new one.
            #expect(try await bench.service.remembered(browser, after: here) != nil)
        }
    }

    @Test("wrong passwords from a known browser also count, but lock out no other browser")
    func counted() async throws {
        try await StaffBench.with { bench in
            let (first, second) = (try await Self.known(bench), try await Self.known(bench))
            for _ in 0..<5 { #expect(try await Self.code(bench, "wrong", first) == .wrongPassword) }
            #expect(try await Self.code(bench, StaffBench.password, first) == .paused)
            #expect(try await Self.code(bench, StaffBench.password, second) == nil)
            try await bench.expect(nil, of: StaffBench.owner, StaffBench.password)
        }
    }

    @Test("the correct password clears the wrong ones from its browser, which keeps its proof")
    func forgotten() async throws {
        try await StaffBench.with { bench in
            let browser = try await Self.known(bench)
            for _ in 0..<3 {
                for _ in 0..<4 { #expect(try await Self.code(bench, "wrong", browser) == .wrongPassword) }
                let token = try await bench.service.signIn(
                    email: StaffBench.owner, password: StaffBench.password, browser: browser)
                #expect(try await bench.service.remembered(browser, after: token) == nil)
            }
        }
    }

    @Test("another member's proof and an invented one count as no proof")
    func forged() async throws {
        try await StaffBench.with { bench in
            _ = try await bench.add("other@example.org", .readOnly, ["Grace"])
            let token = try await bench.service.signIn(
                email: "other@example.org", password: StaffBench.password)
            let other = try #require(try await bench.service.remembered(nil, after: token))
            let parts = try await Self.known(bench).text.split(separator: ".")
            let forged = KnownBrowser("\(parts[0]).\(String(repeating: "A", count: 22))")
            for _ in 0..<5 { try await bench.expect(.wrongPassword, of: StaffBench.owner, "wrong") }
            for browser in [other, try #require(forged)] {
                #expect(try await Self.code(bench, StaffBench.password, browser) == .paused)
            }
        }
    }

    @Test("a proof is invalid after the member was added again, and opens nothing without the password")
    func replaced() async throws {
        try await StaffBench.with { bench in
            let browser = try await Self.known(bench)
            #expect(try await Self.code(bench, "wrong", browser) == .wrongPassword)
            let address = try #require(StaffAddress(StaffBench.owner))
            _ = try await bench.service.remove(address)
            let member = try await bench.add(StaffBench.owner, .owner, ["Grace"])
            #expect(!browser.isProof(of: member))
        }
    }

    @Test("a session that never began yields no proof")
    func noSession() async throws {
        try await StaffBench.with { bench in
            let token = SessionToken { 7 }
            let kept = try await bench.service.remembered(nil, after: token)
            #expect(kept == nil)
        }
    }

    @Test(
        "reads the text that it writes, and no other form",
        arguments: ["", ".", "a.b", String(repeating: "A", count: 22), String(repeating: "A.", count: 22)])
    func text(other: String) async throws {
        try await StaffBench.with { bench in
            let browser = try await Self.known(bench)
            #expect(KnownBrowser(browser.text) == browser)
            #expect(KnownBrowser(other) == nil && KnownBrowser(nil) == nil)
        }
    }
}
