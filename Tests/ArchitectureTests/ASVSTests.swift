import Foundation
import TestSupport
import Testing

/// `docs/asvs.md` has a result for each requirement, and names tests and sources that exist.
@Suite struct ASVSTests {
    /// A requirement and its result.
    private struct Requirement {
        /// Chapter, section and number.
        var id: [Int]
        var level: Int
        var result: Substring

        /// The word before the colon of the result, such as `met`.
        var state: String { String(result.prefix { $0 != ":" }) }
    }

    /// The number of requirements of levels 1 and 2.
    ///
    /// Source: OWASP ASVS 5.0.0.
    private static let counts = [70, 183]

    private static func requirements(in text: String) -> [Requirement] {
        text.split(separator: "\n").compactMap { line in
            guard let match = line.wholeMatch(of: #/\| (\d+)\.(\d+)\.(\d+) \| ([12]) \| [^|]+ \| ([^|]+) \|/#)
            else { return nil }
            return Requirement(
                id: [match.1, match.2, match.3].compactMap { Int($0) }, level: Int(match.4) ?? 0,
                result: match.5)
        }
    }

    @Test("each requirement has one result, and the table at the top counts them")
    func complete() throws {
        let text = try DocumentedTests.text(of: "docs/asvs.md")
        let all = Self.requirements(in: text)
        #expect(text.matches(of: #/\n\| \d+\.\d+\.\d+ /#).count == all.count, "each row has four cells")
        #expect([1, 2].map { level in all.filter { $0.level == level }.count } == Self.counts)
        for (one, next) in zip(all, all.dropFirst()) {
            #expect(one.id.lexicographicallyPrecedes(next.id), "\(one.id) is before \(next.id)")
        }
        for state in ["met", "not applicable", "choice", "open"] {
            let found = all.filter { $0.state == state }
            let levels = [1, 2].map { level in found.filter { $0.level == level }.count }
            #expect(
                text.contains("\n| \(state) | \(levels[0]) | \(levels[1]) | \(found.count) |"), "\(state)")
        }
        #expect(Set(all.map(\.state)).isSubset(of: ["met", "not applicable", "choice", "open"]))
    }

    @Test("each requirement that is met names a test, a source or a document, and all of them exist")
    func evidence() throws {
        let text = try DocumentedTests.text(of: "docs/asvs.md")
        #expect(DocumentedTests.named(in: text).count > 100)
        #expect(try DocumentedTests.missing(from: text) == [])
        for requirement in Self.requirements(in: text) where requirement.state == "met" {
            let result = String(requirement.result)
            #expect(
                !DocumentedTests.named(in: result).isEmpty || result.contains("`Sources/")
                    || result.contains("`packaging/") || result.contains("]("), "\(requirement.id)")
        }
        let paths = text.matches(of: #/`((?:Sources|Tests|packaging|scripts|\.ci)/[^`]+)`/#).map(\.1)
        #expect(paths.count > 80)
        for path in Set(paths) {
            let place = SharedFixtures.projectFolder.appending(path: String(path)).path
            #expect(FileManager.default.fileExists(atPath: place), "\(path)")
        }
    }
}
