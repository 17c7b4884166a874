import Foundation
import TestSupport
import Testing

/// Every test that `docs/threat-model.md` names is there.
@Suite struct ThreatModelTests {
    private static let page = "docs/threat-model.md"

    /// `` `Suite` "sentence" `` in Swift, `` `file.py` `function` `` in Python.
    private static func named(in text: String) -> [(place: String, name: String)] {
        let swift = text.matches(of: #/`(\w+Tests)` "([^"]+)"/#)
        let python = text.matches(of: #/`(test_\w+\.py)` `(test_\w+)`/#)
        return swift.map { (place: String($0.1), name: String($0.2)) }
            + python.map { (place: String($0.1), name: String($0.2)) }
    }

    @Test("each test that the threat model names exists, and each attack has one or says why not")
    func named() throws {
        let text = try Self.read(Self.page)
        let named = Self.named(in: text)
        #expect(named.count > 40)
        let files = Self.tests()
        for (place, name) in named {
            let isPython = place.hasSuffix(".py")
            let file = files.first { $0.lastPathComponent == (isPython ? place : "\(place).swift") }
            let source = try String(contentsOf: #require(file, "there is no \(place)"), encoding: .utf8)
            let wanted = isPython ? "def \(name)(" : "\"\(name)\""
            #expect(source.contains(wanted), "\(place) has no test \"\(name)\"")
        }
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| **") }
        #expect(rows.count >= 15)
        for row in rows {
            #expect(row.contains("Tests` \"") || row.contains("there is none"), "\(row.prefix(60))")
        }
    }

    @Test("a test that is not there is seen")
    func measure() {
        let found = Self.named(in: "| x | `ATests` \"a sentence\", `test_a.py` `test_b` |")
        #expect(
            found.map(\.place) == ["ATests", "test_a.py"] && found.map(\.name) == ["a sentence", "test_b"])
    }

    private static func read(_ path: String) throws -> String {
        try String(contentsOf: SharedFixtures.projectFolder.appending(path: path), encoding: .utf8)
    }

    /// All files of tests.
    private static func tests() -> [URL] {
        let folder = SharedFixtures.projectFolder.appending(path: "Tests")
        let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return all?.compactMap { $0 as? URL } ?? []
    }
}
