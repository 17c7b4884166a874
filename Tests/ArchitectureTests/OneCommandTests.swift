import Foundation
import TestSupport
import Testing

/// `scripts/test` runs every test in several processes.
@Suite struct OneCommandTests {
    private static func text(_ path: String) throws -> String {
        try String(contentsOf: SharedFixtures.projectFolder.appending(path: path), encoding: .utf8)
    }

    // G1-22
    @Test("one command runs every test: one process skips exactly the tests that the others run")
    func isWhole() throws {
        #expect(try Self.text("scripts/test").contains("scripts/lib/suites.py $level"))
        #expect(try Self.text(".ci/run").contains("scripts/test --ci"))
        let suites = try Self.text("scripts/lib/suites.py")
        // The stores run a second time, on PostgreSQL.
        let chosen = suites.matches(of: #/"--filter", ([A-Z]+)/#).map { String($0.1) }.filter {
            $0 != "STORES"
        }
        let skipped = try #require(suites.firstMatch(of: #/"--skip", f"([^"]+)"/#)?.1)
        #expect(chosen == ["READERS", "DATABASES"])
        #expect(skipped == chosen.map { "{\($0)}" }.joined(separator: "|"))
        // Every name in the filters is a test target.
        let package = try Self.text("Package.swift")
        let targets = Set(package.matches(of: #/name: "(\w+)Tests"/#).map { String($0.1) })
        let filters = suites.components(separatedBy: "class Suite")[0]
        let groups: [Substring] = filters.matches(of: #/\(([A-Za-z|]+)\)/#).map(\.1)
        let names: [String] = groups.flatMap { $0.split(separator: "|") }.map { String($0) }
            .map { $0.hasSuffix("Tests") ? String($0.dropLast(5)) : $0 }
        #expect(names.count > 5 && targets.isSuperset(of: names), "\(names)")
    }
}
