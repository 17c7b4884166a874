import TestSupport
import Testing

@Suite struct GoldenSessionTests {
    // G1-24: `fixtures/cli/invoke.session`
    // B3-49: `books.session`. B3-11, B3-12, B3-56: `booking.session`
    // C0-02, C0-03, C0-04, C0-05, C0-06, C0-10, C0-12, C0-37, C0-38, C0-50, C0-56, C0-58, C0-63, C0-67: `contract.session`
    @Test("tapctl prints what the sessions in fixtures/cli contain", arguments: GoldenSession.all(in: "cli"))
    func replays(session: GoldenSession) async throws {
        let (expected, actual) = try await session.replay()
        for (line, (before, now)) in zip(lines(expected), lines(actual)).enumerated() where before != now {
            Issue.record("\(session.testDescription).session:\(line + 1)\n- \(before)\n+ \(now)")
            return
        }
        #expect(expected == actual)
    }

    private func lines(_ text: String) -> [Substring] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
    }
}
