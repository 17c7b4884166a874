import Testing

@testable import PostgresKit

@Suite struct RerunRulesTests {
    private func reruns(after error: any Error) -> Int {
        var rules = RerunRules()
        var count = 0
        while count < 100, rules.pause(after: error, random: { 0.5 }) != nil { count += 1 }
        return count
    }

    private func error(_ sqlState: String) -> PostgresError {
        PostgresError(sqlState: sqlState, message: "", at: "test")
    }

    @Test(
        "limits the reruns by cause",
        arguments: [
            ("40001", 30), ("40P01", 30), ("23505", 3), ("57P01", 1), ("08006", 1), ("25006", 1),
            ("0A000", 1),
            ("23503", 0),
            ("42601", 0), ("57014", 0), ("53100", 0),
        ])
    func limits(sqlState: String, count: Int) { #expect(reruns(after: error(sqlState)) == count) }

    @Test("never runs a transaction again whose outcome is unknown, or that has failed by itself")
    func unknown() {
        #expect(reruns(after: PostgresError(.unknown, at: "test", "", sqlState: "57P01")) == 0)
        #expect(reruns(after: CancellationError()) == 0)
    }

    @Test("pauses grow up to 256 ms, and depend on the random number")
    func pauses() {
        for (random, longest) in [(0.0, 0.0), (1.0, 256.0), (7.0, 256.0), (-1.0, 0.0)] {
            var rules = RerunRules()
            let pauses = (0..<10).compactMap { _ in rules.pause(after: error("40001"), random: { random }) }
            #expect(pauses.count == 10)
            #expect(pauses == pauses.sorted())
            #expect(pauses.last == .milliseconds(longest))
        }
    }
}
